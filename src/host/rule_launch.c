/* Launches: the sizes of their arguments. */
#include <string.h>

#include "host/track.h"

/* Objects of the program cannot overlap: one that would is smaller than the kernel's parameter. */
static void check_overlap(Track *track, const LoggedCall *call, const LogParameter *parameters,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            uint64_t gap = parameters[k].address - parameters[i].address;
            if (i == k || !parameters[i].address || gap == 0 || gap >= parameters[i].size ||
                parameters[k].address < parameters[i].address)
                continue;
            rule_tell(track->input, track->out, "wrong-argument-size", call->line, 0,
                      "the kernel reads %llu bytes for parameter %zu, but only %llu bytes behind "
                      "its address begins what is given for parameter %zu",
                      (unsigned long long)parameters[i].size, i + 1, (unsigned long long)gap,
                      k + 1);
            return;
        }
}

static void check_given(Track *track, const LoggedCall *call, const LogParameter *parameters,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (parameters[i].given && parameters[i].given != parameters[i].size)
            rule_tell(track->input, track->out, "wrong-argument-size", call->line, 0,
                      "parameter %zu of the kernel has %llu bytes, but %llu are given", i + 1,
                      (unsigned long long)parameters[i].size,
                      (unsigned long long)parameters[i].given);
}

static void check_missing(Track *track, const LoggedCall *call, const LogParameter *parameters,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!parameters[i].address)
            rule_tell(track->input, track->out, "wrong-argument-size", call->line, 0,
                      "the kernel has %zu parameters, but none is given for number %zu", count,
                      i + 1);
}

void rule_launch(Track *track, const LoggedCall *call)
{
    LogParameter parameters[LOG_PARAMETERS];
    size_t count = call_parameters(call, parameters);
    check_given(track, call, parameters, count);
    check_missing(track, call, parameters, count);
    check_overlap(track, call, parameters, count);
}
