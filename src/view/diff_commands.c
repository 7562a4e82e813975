/* The commands of the diff pane. */
#include <inttypes.h>

#include "view/commands.h"
#include "view/screen.h"

static bool need_source(CommandCall *call, DiffSource *source)
{
    if (diff_source(&call->screen->diff, session_verdict(call->session), source))
        return true;
    return error_set(&call->error, ERROR_MISUSE, "there are no values to compare");
}

static void show(CommandCall *call)
{
    diff_pane_update(&call->screen->diff, session_verdict(call->session));
    if (call->screen->focus != PANE_DIFF)
        screen_focus(call->screen, PANE_DIFF);
}

static bool step_wrong(CommandCall *call, bool backwards)
{
    DiffPane *diff = &call->screen->diff;
    DiffSource source;
    if (!need_source(call, &source))
        return false;
    uint64_t count = diff_pane_count(diff, &source), at = diff->scroll.chosen;
    for (uint64_t i = 0; i < count; i++) {
        at = backwards ? (at + count - 1) % count : (at + 1) % count;
        if (diff_is_wrong(source.comparison, diff_pane_element(diff, at))) {
            diff->scroll.chosen = at;
            return true;
        }
    }
    return error_set(&call->error, ERROR_MISUSE, "no element is wrong");
}

static bool do_next_wrong(CommandCall *call)
{
    return step_wrong(call, false);
}

static bool do_previous_wrong(CommandCall *call)
{
    return step_wrong(call, true);
}

static bool do_by_error(CommandCall *call)
{
    DiffPane *diff = &call->screen->diff;
    diff->by_error = !diff->by_error;
    diff->all = false;
    diff->scroll = (Scroll){0};
    show(call);
    return true;
}

static bool do_hex(CommandCall *call)
{
    call->screen->diff.hex = !call->screen->diff.hex;
    show(call);
    return true;
}

static bool do_all(CommandCall *call)
{
    DiffPane *diff = &call->screen->diff;
    DiffSource source;
    if (!need_source(call, &source))
        return false;
    uint64_t element = diff->scroll.chosen < diff_pane_count(diff, &source)
                           ? diff_pane_element(diff, diff->scroll.chosen)
                           : 0;
    diff->all = !diff->all;
    diff->scroll = (Scroll){.chosen = diff->all ? element : 0};
    show(call);
    return true;
}

/* "127", or "3,12" (row, column) for 2-D data. */
static bool parse_index(View text, const DiffSource *source, uint64_t *out)
{
    View first;
    uint64_t row, column;
    if (view_to_u64(text, out))
        return *out < source->comparison->count;
    if (!view_split(&text, ',', &first) || !view_to_u64(view_trim(first), &row) ||
        !view_to_u64(view_trim(text), &column) || column >= source->buffer->shape[0] ||
        row >= source->buffer->shape[1])
        return false;
    *out = row * source->buffer->shape[0] + column;
    return *out < source->comparison->count;
}

static bool do_index(CommandCall *call)
{
    DiffPane *diff = &call->screen->diff;
    DiffSource source;
    uint64_t element;
    if (!need_source(call, &source))
        return false;
    if (!parse_index(call->argument, &source, &element))
        return error_set(&call->error, ERROR_MISUSE, "%s has elements 0 to %" PRIu64,
                         source.buffer->name, source.comparison->count - 1);
    diff->all = true;
    diff->scroll.chosen = element;
    show(call);
    return true;
}

static bool do_who_wrote(CommandCall *call)
{
    DiffPane *diff = &call->screen->diff;
    DiffSource source;
    if (!need_source(call, &source))
        return false;
    if (diff->scroll.chosen >= diff_pane_count(diff, &source))
        return error_set(&call->error, ERROR_MISUSE, "choose an element first");
    session_ask_writer(call->session, diff->case_index, diff->comparison,
                       diff_pane_element(diff, diff->scroll.chosen));
    return true;
}

/* The next comparison of the cases that the learner may see, around the end. */
static bool do_diff_next(CommandCall *call)
{
    DiffPane *diff = &call->screen->diff;
    const Verdict *verdict = session_verdict(call->session);
    DiffPane at = *diff;
    DiffSource source;
    size_t steps = 0;
    for (size_t i = 0; verdict && i < verdict->cases.size; i++)
        steps += verdict->cases.data[i].comparisons.size + 1;
    while (steps-- > 0) {
        at.comparison++;
        if (at.comparison >= verdict->cases.data[at.case_index].comparisons.size) {
            at.case_index = (at.case_index + 1) % verdict->cases.size;
            at.comparison = 0;
        }
        const CaseSpec *spec = verdict->cases.data[at.case_index].spec;
        if ((spec && spec->hidden) || !diff_source(&at, verdict, &source))
            continue;
        diff->case_index = at.case_index;
        diff->comparison = at.comparison;
        diff->chosen = true;
        diff->scroll = (Scroll){0};
        if (diff->beside)
            session_explain(call->session, diff->case_index, NULL);
        show(call);
        return true;
    }
    return error_set(&call->error, ERROR_MISUSE, "there are no values to compare");
}

static bool do_beside(CommandCall *call)
{
    DiffPane *diff = &call->screen->diff;
    DiffSource source;
    if (!diff_source(diff, session_verdict(call->session), &source))
        return error_set(&call->error, ERROR_MISUSE, "there are no values to compare");
    diff->beside = !diff->beside;
    if (diff->beside) /* what cannot be explained is shown all the same */
        session_explain(call->session, diff->case_index, NULL);
    diff->all |= diff->beside;
    show(call);
    return true;
}

static const Command rows[] = {
    {.name = "next-wrong",
     .keys = "n",
     .label = "next wrong",
     .help = "go to the next wrong element",
     .scope = SCOPE_DIFF,
     .run = do_next_wrong},
    {.name = "previous-wrong",
     .keys = "N p",
     .help = "go to the wrong element before",
     .scope = SCOPE_DIFF,
     .run = do_previous_wrong},
    {.name = "by-error",
     .keys = "s",
     .label = "sort",
     .help = "the greatest error first, or by index",
     .scope = SCOPE_DIFF,
     .run = do_by_error},
    {.name = "hex",
     .keys = "x",
     .help = "show the bits in hexadecimal",
     .scope = SCOPE_DIFF,
     .run = do_hex},
    {.name = "all-elements",
     .keys = "a",
     .help = "show right elements too",
     .scope = SCOPE_DIFF,
     .run = do_all},
    {.name = "index",
     .argument = "INDEX",
     .keys = "g",
     .help = "go to an element: 127, or row,column",
     .scope = SCOPE_DIFF,
     .run = do_index},
    {.name = "who-wrote",
     .keys = "w",
     .label = "who wrote",
     .help = "ask the simulator which thread wrote the element",
     .scope = SCOPE_DIFF,
     .run = do_who_wrote},
    {.name = "three-values",
     .keys = "v",
     .help = "CPU, GPU and simulator side by side, and why they differ; or expected and got",
     .scope = SCOPE_DIFF,
     .run = do_beside},
    {.name = "diff-next",
     .keys = "c",
     .label = "case",
     .help = "show the next case or buffer",
     .scope = SCOPE_DIFF,
     .run = do_diff_next},
};

const CommandTable diff_commands = COMMAND_TABLE(rows);
