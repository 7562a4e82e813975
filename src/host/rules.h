/* What is wrong in how a host program uses the Driver API: each rule is one of structure, told with
 * the line that broke it and, where there is one, the line that it belongs with (docs/host.md). */
#ifndef CULAB_HOST_RULES_H
#define CULAB_HOST_RULES_H

#include "host/record.h"
#include "result/result.h"

typedef struct RuleInput {
    const HostLog *log;
    const HostRun *host;
    const char *file;          /* the program's source */
    const uint32_t *unchecked; /* lines of calls whose result nobody looks at */
    size_t unchecked_count;
    const char *const *missing; /* results that the program never gave */
    size_t missing_count;
} RuleInput;

/* Adds findings of the checker "host" to out->findings. Those that a lesson may see otherwise are
 * notes by their default: host_rule_notes(). */
void host_rules(const RuleInput *input, RunResult *out);
/* How it ended, told behind everything else: what went wrong before it says more. */
void host_rules_end(const RuleInput *input, RunResult *out);
/* Whether a finding of this rule is only told, not failed for, unless a lesson says otherwise. */
bool host_rule_notes(const char *rule);
bool host_rule_known(const char *rule);

#endif
