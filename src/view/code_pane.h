/* The code that was made of the kernel: PTX, SASS, or what the last edit changed in the PTX, each
 * line with the source line it came from. */
#ifndef CULAB_VIEW_CODE_PANE_H
#define CULAB_VIEW_CODE_PANE_H

#include "base/vec.h"
#include "base/view.h"
#include "session/session.h"
#include "view/line_diff.h"
#include "view/scroll.h"

typedef enum CodeMode { CODE_SHOWS_PTX, CODE_SHOWS_SASS, CODE_SHOWS_CHANGES } CodeMode;

typedef struct CodeRow {
    uint32_t line; /* in the source; 0: none */
    DiffKind kind; /* of changes */
    View text;     /* in one of the session's texts */
} CodeRow;

typedef struct CodePane {
    CodeMode mode;
    Scroll scroll;
    VEC(CodeRow) rows;
    uint32_t followed; /* the editor's line that was scrolled to last */
    char *head;        /* what the first row says; owned */
} CodePane;

/* Reads the session's compile anew; `kernel_file`: the name of the learner's source in line tables
 * (its last part). `line`: the editor's, which the pane follows while it has not the focus. */
void code_pane_update(CodePane *pane, const Session *session, uint32_t line, bool focused);
void code_pane_free(CodePane *pane);

/* The rows of a text: PTX with its .loc lines taken out, or nvdisasm's listing with its marks taken
 * out. Exposed for tests. */
void code_rows_of_ptx(View ptx, CodePane *pane);
void code_rows_of_sass(View sass, CodePane *pane);

#endif
