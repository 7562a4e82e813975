/* GPU, simulator and CPU side by side: further runs on a simulator of its own, and what they prove
 * of the differences. Nothing waits: it goes in the poll loop. */
#ifndef CULAB_SESSION_EXPLAINER_H
#define CULAB_SESSION_EXPLAINER_H

#include "session/client.h"

/* One run whose values are to be explained: what it points to holds until the explainer is freed.
 */
typedef struct ExplainJob {
    const PreparedCase *prepared;
    const RunResult *run;       /* as it was judged */
    const Reference *reference; /* NULL: none */
    Explanations *out;          /* one for each buffer that came back; filled at the end */
} ExplainJob;

typedef struct Explainer Explainer;

/* Compiles the source in each variant, and runs all jobs. `options`: of the simulator's worker.
 * `on_gpu`: the runs to be explained were a GPU's. `jobs` is copied. */
Explainer *explainer_new(const ClientOptions *options, const char *file, View source, bool on_gpu,
                         const ExplainJob *jobs, size_t count);
void explainer_free(Explainer *explainer); /* NULL is fine */

size_t explainer_poll_fds(const Explainer *explainer, struct pollfd *fds, size_t capacity,
                          int64_t *deadline_ns); /* as client_poll_fds() */
/* True when it has ended: either the jobs' explanations are there, or explainer_trouble() says why
 * not. */
bool explainer_step(Explainer *explainer);
const char *explainer_trouble(const Explainer *explainer); /* "": none */

#endif
