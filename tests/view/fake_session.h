/* A session whose results are told by a script instead of a worker. */
#ifndef CULAB_TESTS_VIEW_FAKE_SESSION_H
#define CULAB_TESTS_VIEW_FAKE_SESSION_H

#include "session/session.h"

struct Session {
    Course course;
    const Exercise *exercise; /* the open one */
    Text *text, *other;       /* other: the file that is not shown; NULL: there is one only */
    size_t file;
    uint64_t saved_version;
    StrBuf starter;
    CompileResult compile;
    Verdict verdict;
    PrintLog prints;
    DeviceInfo device;
    Notice notice;
    SessionPhase phase;
    double latency_ms;
    int prediction;
    size_t hints;
    char *recovery;
    bool compiled, judged, live, stale, noticed;
    int runs, stops; /* asked for */
    uint32_t wants;  /* CODE_... */
    char *ptx_before;
    VEC(DeviceOption) devices;
    const char *device_trouble;
    char chosen[64]; /* device that was chosen */
    StrBuf output;   /* of a host program that runs */
    uint64_t asked;  /* element whose writer was asked for */
};

#endif
