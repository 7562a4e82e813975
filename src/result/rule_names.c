/* The table of rules: the checkers' (docs/checkers.md) and those of host programs (docs/host.md).
 */
#include "result/rule_names.h"

#include <string.h>

/* Few words: the lines follow, and the bottom line has little room. */
static const struct Rule {
    const char *name, *words;
    bool apart;
} rules[] = {
    {"out-of-bounds", "access out of bounds", false},
    {"misaligned", "misaligned access", false},
    {"wrong-space", "an address of another kind of memory", false},
    {"private-pointer", "a thread's or block's own memory handed on", false},
    {"assert", "an assertion that does not hold", false},
    {"trap", "the kernel stopped itself by __trap()", false},
    {"not-a-number", "a result that is not a number", false},
    {"infinity", "a result that is infinite", false},
    {"block-has-exited", "shared memory of a block that has ended", false},
    {"incomplete-warp", "an instruction that takes all lanes of a warp", false},
    {"shared-race", "race", false},
    {"global-race", "race", false},
    {"shared-same-value", "race with equal values", false},
    {"global-same-value", "race with equal values", false},
    {"grid-race", "race between grids", false},
    {"grid-same-value", "race between grids, with equal values", false},
    {"proxy-race", "a missing fence between proxies", false},
    {"host-race", "race between host and device", false},
    {"order-dependent", "a result that depends on the order of blocks and warps", false},
    {"divergent-barrier", "a barrier that not all threads reach", false},
    {"invalid-barrier", "a barrier with a wrong number or count", false},
    {"missing-lanes", "a mask of lanes that is wrong", false},
    {"inactive-source", "a shuffle from a lane that takes no part", false},
    {"use-after-free", "access after a free", false},
    {"read-only", "a write to memory that may only be read", false},
    {"double-free", "freed twice", false},
    {"invalid-free", "a free of what is no allocation", false},
    {"wrong-direction", "a copy in the wrong direction", false},
    {"wrong-size", "a wrong size", false},
    {"wrong-argument-size", "an argument of the wrong size", false},
    {"no-result", "a result that was never given", false},
    {"read-before-sync", "a result read before it is there", false},
    {"async-timing", "time taken before the work has ended", true},
    {"first-launch-timed", "the first launch is timed", true},
    {"pageable-async", "an asynchronous copy with pageable memory", true},
    {"stream-race", "race between streams", false},
    {"stream-same-value", "race between streams, with equal values", false},
    {"default-stream", "everything in the default stream", true},
    {"copy-in-loop", "a copy in a loop", true},
    {"ignored-error", "an error that was ignored", true},
    {"unchecked-result", "a result that is not looked at", true},
    {"refused", "something a host program may not do", true},
    {"misuse", "culab.h used wrongly", true},
    {"leak", "a leak", true},
    {"crash", "the program crashed", false},
    {"exit", "the program ended with an error", true},
    {"deadlock", "deadlock", false},
    {"lock-order", "locks taken in different orders", false},
    {"uninitialised-shared", "shared memory read before it was written", false},
    {"uninitialised-global", "global memory read before it was written", false},
    {"uninitialised-local", "a thread's array read before it was written", false},
    {"uninitialised-variable", "a variable used before it was set", false},
    {"index-overflow", "an index that overflows", false},
    {"division-by-zero", "an integer divided by zero", false},
    {"invalid-call", "a call through a pointer that is no function's", false},
    {"invalid-branch", "a branch past its table", false},
    {"invalid-copy", "a bulk copy that can't be", false},
    {"invalid-descriptor", "a matrix in shared memory that can't be", false},
    {"invalid-texture", "a texture or surface object that is none", false},
    {"surface-out-of-bounds", "access outside of a surface", false},
    {"stack-overflow", "a stack that is too small", false},
};

static const struct Rule *find(const char *name)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(name, rules[i].name) == 0)
            return &rules[i];
    return NULL;
}

const char *rule_name(size_t index)
{
    return index < sizeof rules / sizeof *rules ? rules[index].name : NULL;
}

const char *rule_words(const char *name)
{
    const struct Rule *rule = find(name);
    return rule ? rule->words : NULL;
}

bool rule_is_luck(const char *name)
{
    const struct Rule *rule = find(name);
    return !rule || !rule->apart;
}
