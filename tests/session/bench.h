/* A session on a fresh data folder, with the fake worker, driven without a terminal. */
#ifndef CULAB_TESTS_SESSION_BENCH_H
#define CULAB_TESTS_SESSION_BENCH_H

#include "session/session.h"

typedef struct Bench {
    Course *course;
    Session *session;
    char *data;    /* folder, removed by bench_close() */
    char *command; /* of the worker */
} Bench;

/* `arguments` for the fake worker. The session is live when `live`. */
void bench_open(Bench *bench, const char *arguments, bool live);
/* With another course and worker; not live. */
void bench_open_course(Bench *bench, const char *root, const char *worker_command);
void bench_close(Bench *bench);
/* Ends the session and starts another on the same data. */
void bench_restart(Bench *bench, bool live);
void bench_exercise(Bench *bench, const char *id);

/* Runs the poll loop until `done` says so; fails the test after 20 seconds. */
void bench_until(Bench *bench, bool (*done)(const Session *));
bool is_idle(const Session *session); /* nothing waits, compiles or runs */
bool is_running(const Session *session);
bool has_notice(const Session *session);

/* Replaces the first `old` in the text and tells the session. */
void bench_edit(Bench *bench, const char *old, const char *fresh);
void bench_type(Bench *bench, const char *keys); /* at the end, key by key */
void assert_text(Bench *bench, const char *part, bool expected);
void assert_notice(Bench *bench, const char *part);
/* The work file of an exercise, or something beside it. */
const char *bench_path(const Bench *bench, StrBuf *out, const char *id, const char *name);
void write_file(const char *path, const char *content);
void assert_file(const char *path, const char *part);

#endif
