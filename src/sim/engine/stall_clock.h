/* Whether a loop that looks at a clock could be left because of what the clock says: waiting with
 * pauses that grow does not count time, giving up after a while does.
 *
 * Of the instructions that were seen to go round, branches that depend on no clock go the way they
 * went. The others may go both ways; wherever that leads, nothing may happen that others see. */
#ifndef CULAB_SIM_ENGINE_STALL_CLOCK_H
#define CULAB_SIM_ENGINE_STALL_CLOCK_H

#include "sim/engine/warp.h"

typedef struct ClockTrace {
    bool known;
    uint8_t *regs; /* by register: made of what a clock said; NULL: the function reads none */
    uint8_t *seen; /* by instruction: that it was executed */
} ClockTrace;

void clock_trace_begin(ClockTrace *trace, const PtxFunction *function);
void clock_trace_see(ClockTrace *trace, const PtxFunction *function, const PtxInst *inst);
bool clock_trace_leads_out(const ClockTrace *trace, const PtxFunction *function);
void clock_trace_free(ClockTrace *trace);

#endif
