/* All rules, in the order of the program's calls. */
#include "host/rules.h"

#include <string.h>

#include "host/track.h"

/* Every rule, and whether it is only told unless a lesson says otherwise. */
static const struct Rule {
    const char *name;
    bool note;
} rules[] = {
    {"crash", false},
    {"exit", false},
    {"refused", false},
    {"misuse", false},
    {"ignored-error", false},
    {"unchecked-result", true},
    {"leak", false},
    {"use-after-free", false},
    {"double-free", false},
    {"invalid-free", false},
    {"wrong-direction", false},
    {"wrong-size", false},
    {"wrong-argument-size", false},
    {"no-result", false},
    {"read-before-sync", false},
    {"stream-race", false},
    {"async-timing", false},
    {"first-launch-timed", true},
    {"pageable-async", true},
    {"default-stream", true},
    {"copy-in-loop", true},
};

static const struct Rule *find(const char *name)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].name, name) == 0)
            return &rules[i];
    return NULL;
}

bool host_rule_notes(const char *rule)
{
    const struct Rule *row = find(rule);
    return row && row->note;
}

bool host_rule_known(const char *rule)
{
    return find(rule) != NULL;
}

void host_rules(const RuleInput *input, RunResult *out)
{
    Track track = {.input = input, .out = out};
    Races *races = races_new(&track);
    rule_errors(input, out);
    for (size_t i = 0; i < input->log->calls.size; i++) {
        const LoggedCall *call = &input->log->calls.data[i];
        rule_addresses(&track, call);
        rule_copy(&track, call);
        rule_launch(&track, call);
        track_call(&track, call);
        races_call(races, call);
        rule_pending(&track, i);
        rule_results(&track, i);
    }
    rule_copies_end(&track);
    rule_leaks(&track);
    rule_times(input, out);
    rule_streams(input, out);
    rule_results_given(input, out);
    races_free(races);
    track_free(&track);
}
