/* The table of panes. */
#include "view/pane.h"

static const PaneOps *const panes[PANE_COUNT] = {
    [PANE_LIST] = &list_pane,         [PANE_LESSON] = &lesson_pane,
    [PANE_EDITOR] = &editor_pane,     [PANE_VERDICT] = &verdict_pane,
    [PANE_PRINTF] = &printf_pane,     [PANE_DIFF] = &diff_pane,
    [PANE_FINDINGS] = &findings_pane, [PANE_METRICS] = &metrics_pane,
    [PANE_CODE] = &code_pane,         [PANE_OUTPUT] = &output_pane,
    [PANE_CALLS] = &call_pane,        [PANE_TIMELINE] = &timeline_pane,
    [PANE_SCHEDULE] = &schedule_pane, [PANE_DEVICE] = &device_pane,
    [PANE_HELP] = &help_pane,         [PANE_RECOVERY] = &recovery_pane,
};

const PaneOps *pane_ops(PaneId pane)
{
    return panes[pane];
}

bool pane_is_result(PaneId pane)
{
    return pane >= PANE_VERDICT && pane <= PANE_LAST_RESULT;
}
