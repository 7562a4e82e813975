/* Names in an exercise that others have made: metrics, reasons, rules of findings. */
#include <string.h>

#include "base/near.h"
#include "lesson/build.h"
#include "result/metric_names.h"
#include "result/rule_names.h"

enum { NEAR = 3 };

/* Besides the rules of findings. */
static const char *const reasons[] = {
    "compile",      "prediction",  "launch-refused", "fault", "deadlock", "budget", "stopped",
    "wrong-values", "not-written", "input-changed",  "guard", "printf",   "gate",   "measure",
};

static const char *reason_name(size_t index)
{
    size_t own = sizeof reasons / sizeof *reasons;
    return index < own ? reasons[index] : rule_name(index - own);
}

static bool holds(const char *(*name)(size_t), const char *wanted)
{
    for (size_t i = 0; name(i); i++)
        if (strcmp(name(i), wanted) == 0)
            return true;
    return false;
}

/* Those that are near, or where all are told. */
static bool check(const Builder *builder, const Exercise *exercise, const char *what,
                  const char *wanted, const char *(*name)(size_t), const char *pages)
{
    StrBuf near = {0};
    if (holds(name, wanted))
        return true;
    near_names_add(&near, wanted, name, NEAR);
    builder_fail(builder, exercise->id, wanted, "there is no %s \"%s\"; %s%s", what, wanted,
                 near.size ? "near it: " : "all of them: ", near.size ? strbuf_text(&near) : pages);
    strbuf_free(&near);
    return false;
}

static bool check_rules(const Builder *builder, const Exercise *exercise, char *const *rules,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!check(builder, exercise, "rule of findings", rules[i], rule_name,
                   "docs/checkers.md, docs/host.md"))
            return false;
    return true;
}

bool exercise_check_names(const Builder *builder, const Exercise *exercise)
{
    static const char metrics[] = "docs/metrics.md, docs/host.md";
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (!check(builder, exercise, "metric", exercise->gates[i].metric, metric_name, metrics))
            return false;
    for (size_t i = 0; i < exercise->measure_count; i++)
        if (!check(builder, exercise, "metric", exercise->measures[i].metric, metric_name, metrics))
            return false;
    for (size_t i = 0; i < exercise->mistake_count; i++)
        if (!check(builder, exercise, "reason", exercise->mistakes[i].reason, reason_name,
                   "docs/lessons.md, docs/checkers.md, docs/host.md"))
            return false;
    return check_rules(builder, exercise, exercise->notes, exercise->note_count) &&
           check_rules(builder, exercise, exercise->fails, exercise->fail_count);
}
