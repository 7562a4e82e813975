/* Panes as rows of operations. */
#ifndef CULAB_VIEW_PANE_H
#define CULAB_VIEW_PANE_H

#include "command/command.h"
#include "view/scroll.h"
#include "view/surface.h"

typedef struct Screen Screen;

typedef enum PaneId {
    PANE_LIST,
    PANE_LESSON,
    PANE_EDITOR,
    PANE_VERDICT, /* the result tabs, in order: 1 and up */
    PANE_PRINTF,
    PANE_DIFF,
    PANE_FINDINGS,
    PANE_METRICS,
    PANE_CODE,
    PANE_OUTPUT, /* of host programs alone */
    PANE_CALLS,
    PANE_TIMELINE,
    PANE_SCHEDULE, /* of kernels */
    PANE_LAST_RESULT = PANE_SCHEDULE,
    PANE_DEVICE,
    PANE_HELP,
    PANE_RECOVERY,
    PANE_COUNT
} PaneId;

typedef struct PaneOps {
    const char *name;
    Scope scope;
    const char *keys; /* commands that the help bar tells, the most wanted first, apart by blanks */
    void (*add_title)(const Screen *screen, StrBuf *out); /* NULL: the name */
    void (*draw)(Screen *screen, Surface *surface, Rect rect, bool focused);
    void (*move)(Screen *screen, Move move); /* NULL: the editor */
    bool (*go)(CommandCall *call);           /* Enter; NULL: nothing */
} PaneOps;

extern const PaneOps list_pane, lesson_pane, editor_pane, verdict_pane, printf_pane, diff_pane,
    findings_pane, metrics_pane, code_pane, output_pane, call_pane, timeline_pane, schedule_pane,
    device_pane, help_pane, recovery_pane;
const PaneOps *pane_ops(PaneId pane);
bool pane_is_result(PaneId pane);

#endif
