/* GPU, simulator and CPU side by side, from the command line. */
#ifndef CULAB_APP_VALUES_H
#define CULAB_APP_VALUES_H

#include "app/subcommand.h"
#include "app/waiting.h"
#include "session/explainer.h"

/* Waits for what an explainer finds (session/explainer.h), with the profile and the limit of the
 * command line. False: no simulator, or the source does not compile there. */
bool values_explain(const Arguments *arguments, const char *file, View source, bool on_gpu,
                    const ExplainJob *jobs, size_t count, Waiting *waiting, Error *error);

#endif
