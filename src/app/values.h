/* GPU, simulator and CPU side by side: further runs on the simulator, and what they prove. */
#ifndef CULAB_APP_VALUES_H
#define CULAB_APP_VALUES_H

#include "app/headless.h"
#include "check/check.h"

/* One run whose values are to be explained. */
typedef struct ValuesJob {
    const PreparedCase *prepared;
    const RunResult *run;       /* as it was judged */
    const Reference *reference; /* NULL: none */
    Explanations *out;          /* one for each buffer that came back */
} ValuesJob;

/* Compiles the source in each variant, and runs all jobs, on a simulator of its own. `on_gpu`: the
 * runs to be explained were a GPU's. False: no simulator, or it does not compile there. */
bool values_explain(const Arguments *arguments, const char *file, View source, bool on_gpu,
                    ValuesJob *jobs, size_t count, Error *error);

#endif
