/* What the panes of host programs keep: calls that are shown, and where. */
#ifndef CULAB_VIEW_HOST_PANES_H
#define CULAB_VIEW_HOST_PANES_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "check/check.h"
#include "view/scroll.h"

typedef struct CallPane {
    StrBuf filter;    /* a part of what is shown; empty: all */
    bool failed;      /* only calls that failed */
    VEC(size_t) rows; /* indices of calls */
    Scroll scroll;
} CallPane;

/* The case whose program is shown: the first visible one that failed, or else that ran. NULL: no
 * host program has run. */
const CaseResult *host_case(const Verdict *verdict);
/* Reads the calls anew. */
void call_pane_update(CallPane *pane, const Verdict *verdict);
void call_pane_free(CallPane *pane);
/* "cuMemAlloc(dptr = 0x..., bytesize 4096)" */
void call_format(const HostCall *call, StrBuf *out);

#endif
