/* A kernel once more, on fresh copies of the data as it was sent: what the judged run left stays as
 * it is. */
#ifndef CULAB_WORKER_AGAIN_H
#define CULAB_WORKER_AGAIN_H

#include "worker/worker.h"

/* Start with the first three; end it in any case. */
typedef struct Again {
    Worker *worker;
    const RunMessage *message;
    uint32_t sequence;
    uint64_t seed; /* 0: the message's */
    CUmodule module;
    CUfunction function;
    BufferList buffers;
    bool hangs; /* it was stopped, and keeps the device */
} Again;

/* `image`: PTX, ended by NUL. */
CUresult again_load(Again *again, const char *image, const char *symbol);
/* Without checks nothing of it is told: what it prints was printed before. */
void again_set_options(const Again *again, uint32_t checks, uint64_t budget);
CUresult again_upload(Again *again);
/* Launches it and waits for its end. CUDA_ERROR_LAUNCH_TIMEOUT: it was stopped. `launched` false:
 * it could not begin. */
CUresult again_launch(Again *again, bool *launched);
/* All of it on the simulator, with its findings added to `found`. */
CUresult again_observe(Again *again, const char *image, const char *symbol, uint32_t checks,
                       uint64_t budget, RunResult *found, bool *launched);
void again_end(Again *again);

#endif
