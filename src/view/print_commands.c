/* The commands of the printf pane. */
#include "view/commands.h"
#include "view/screen.h"

static bool parse_dim3(View text, Dim3 *out)
{
    uint64_t values[3] = {0};
    View piece;
    size_t count = 0;
    while (view_split(&text, ',', &piece)) {
        if (count == 3 || !view_to_u64(view_trim(piece), &values[count]) ||
            values[count] > UINT32_MAX)
            return false;
        count++;
    }
    *out = (Dim3){(uint32_t)values[0], (uint32_t)values[1], (uint32_t)values[2]};
    return count > 0;
}

static bool parse_number(View text, uint32_t *out)
{
    uint64_t value;
    if (!view_to_u64(text, &value) || value > UINT32_MAX)
        return false;
    *out = (uint32_t)value;
    return true;
}

static void apply(Screen *screen)
{
    screen->print.scroll = (Scroll){0};
    print_pane_update(&screen->print, session_prints(screen->session), screen->exercise,
                      session_verdict(screen->session));
    if (screen->focus != PANE_PRINTF)
        screen_focus(screen, PANE_PRINTF);
}

/* The record that is chosen, whose block, thread, warp or line a filter without argument takes. */
static const PrintRecord *chosen(const CommandCall *call)
{
    const PrintPane *print = &call->screen->print;
    const PrintLog *log = session_prints(call->session);
    if (print->scroll.chosen >= print_pane_count(print, log))
        return NULL;
    return &log->records.data[print_pane_row(print, print->scroll.chosen).record];
}

static bool filter_dim3(CommandCall *call, bool *by, Dim3 *field, bool is_block)
{
    const PrintRecord *record = chosen(call);
    if (call->argument.size > 0) {
        if (!parse_dim3(call->argument, field))
            return error_set(&call->error, ERROR_MISUSE, "write it as 3 or 3,0,0");
        *by = true;
    } else if (*by) {
        *by = false;
    } else if (record && record->attributed) {
        *field = is_block ? record->block : record->thread;
        *by = true;
    }
    apply(call->screen);
    return true;
}

static bool do_filter_block(CommandCall *call)
{
    PrintFilter *filter = &call->screen->print.filter;
    return filter_dim3(call, &filter->by_block, &filter->block, true);
}

static bool do_filter_thread(CommandCall *call)
{
    PrintFilter *filter = &call->screen->print.filter;
    return filter_dim3(call, &filter->by_thread, &filter->thread, false);
}

/* The number of the chosen record's warp, as far as its launch's shape is known. */
static uint32_t chosen_warp(const CommandCall *call, const PrintRecord *record)
{
    PrintFilter filter = {.by_warp = true};
    const Verdict *verdict = session_verdict(call->session);
    Dim3 shape = {0};
    if (verdict && record->run < verdict->cases.size)
        shape = verdict->cases.data[record->run].prepared.block;
    while (filter.warp < 31 && !print_filter_passes(&filter, record, shape))
        filter.warp++;
    return filter.warp;
}

static bool filter_number(CommandCall *call, bool *by, uint32_t *field, uint32_t here)
{
    if (call->argument.size > 0) {
        if (!parse_number(call->argument, field))
            return error_set(&call->error, ERROR_MISUSE, "this filter takes a number");
        *by = true;
    } else {
        *by = !*by;
        *field = here;
    }
    apply(call->screen);
    return true;
}

static bool do_filter_warp(CommandCall *call)
{
    PrintFilter *filter = &call->screen->print.filter;
    const PrintRecord *record = chosen(call);
    uint32_t here = record && record->attributed ? chosen_warp(call, record) : 0;
    return filter_number(call, &filter->by_warp, &filter->warp, here);
}

static bool do_filter_line(CommandCall *call)
{
    PrintFilter *filter = &call->screen->print.filter;
    const PrintRecord *record = chosen(call);
    return filter_number(call, &filter->by_line, &filter->line, record ? record->line : 0);
}

static bool do_filter_case(CommandCall *call)
{
    PrintFilter *filter = &call->screen->print.filter;
    const PrintRecord *record = chosen(call);
    if (call->argument.size == 0)
        return filter_number(call, &filter->by_case, &filter->which_case, record ? record->run : 0);
    if (!parse_number(call->argument, &filter->which_case) || filter->which_case == 0)
        return error_set(&call->error, ERROR_MISUSE, "cases are counted from 1");
    filter->which_case--;
    filter->by_case = true;
    apply(call->screen);
    return true;
}

static bool do_filter_off(CommandCall *call)
{
    call->screen->print.filter = (PrintFilter){0};
    apply(call->screen);
    return true;
}

static bool do_group(CommandCall *call)
{
    call->screen->print.grouped = !call->screen->print.grouped;
    apply(call->screen);
    return true;
}

static bool search_from(CommandCall *call, size_t from, bool backwards)
{
    PrintPane *print = &call->screen->print;
    size_t row;
    if (!print_pane_search(print, session_prints(call->session), from, backwards, &row))
        return error_set(&call->error, ERROR_MISUSE, "nothing printed holds %s",
                         strbuf_text(&print->search));
    print->scroll.chosen = row;
    return true;
}

static bool do_search(CommandCall *call)
{
    PrintPane *print = &call->screen->print;
    strbuf_clear(&print->search);
    strbuf_add(&print->search, call->argument);
    screen_focus(call->screen, PANE_PRINTF);
    return search_from(call, print->scroll.chosen, false);
}

static bool do_search_next(CommandCall *call)
{
    return search_from(call, call->screen->print.scroll.chosen + 1, false);
}

static bool do_search_previous(CommandCall *call)
{
    return search_from(call, call->screen->print.scroll.chosen, true);
}

static const Command rows[] = {
    {.name = "search",
     .argument = "TEXT",
     .keys = "/",
     .help = "go to the next printed line that holds TEXT",
     .scope = SCOPE_PRINTF,
     .run = do_search},
    {.name = "search-next",
     .keys = "n",
     .help = "the next one",
     .scope = SCOPE_PRINTF,
     .run = do_search_next},
    {.name = "search-previous",
     .keys = "N",
     .help = "the one before",
     .scope = SCOPE_PRINTF,
     .run = do_search_previous},
    {.name = "filter-block",
     .argument = "[X,Y,Z]",
     .keys = "b",
     .label = "block",
     .help = "show one block only: the chosen line's, or X,Y,Z; again: all",
     .scope = SCOPE_PRINTF,
     .run = do_filter_block},
    {.name = "filter-thread",
     .argument = "[X,Y,Z]",
     .keys = "t",
     .label = "thread",
     .help = "show one thread of each block only; again: all",
     .scope = SCOPE_PRINTF,
     .run = do_filter_thread},
    {.name = "filter-warp",
     .argument = "[NUMBER]",
     .keys = "w",
     .label = "warp",
     .help = "show one warp of each block only; again: all",
     .scope = SCOPE_PRINTF,
     .run = do_filter_warp},
    {.name = "filter-line",
     .argument = "[NUMBER]",
     .keys = "l",
     .help = "show what one source line printed; again: all",
     .scope = SCOPE_PRINTF,
     .run = do_filter_line},
    {.name = "filter-case",
     .argument = "[NUMBER]",
     .keys = "c",
     .help = "show what one case printed; again: all",
     .scope = SCOPE_PRINTF,
     .run = do_filter_case},
    {.name = "filter-off",
     .keys = "a",
     .help = "show all lines",
     .scope = SCOPE_PRINTF,
     .run = do_filter_off},
    {.name = "group",
     .keys = "g",
     .label = "group",
     .help = "join equal lines, the most frequent first",
     .scope = SCOPE_PRINTF,
     .run = do_group},
};

const CommandTable print_commands = COMMAND_TABLE(rows);
