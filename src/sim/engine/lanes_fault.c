/* Findings about the lanes of warp-wide instructions: those a mask names, and those read from. */
#include "sim/engine/lanes_fault.h"

#include "sim/engine/fault.h"
#include "sim/engine/team.h"

/* Of one loop that the compiler has unrolled. */
static bool is_same_place(const PtxInst *a, const PtxInst *b)
{
    const PtxLoc *at = a->loc, *other = b->loc;
    return a == b || (at && other && at->line && at->line == other->line &&
                      at->file == other->file && at->inlined == other->inlined && a->op == b->op);
}

/* Each place is told of once in words and then counted. */
static bool is_told(Run *run, const SimInst *inst)
{
    Told *told = run->told;
    for (uint32_t i = 0; i < told->warpwide_count; i++)
        if (is_same_place(told->warpwide[i], inst->source))
            return true;
    if (told->warpwide_count < RUN_DIVERGENT)
        told->warpwide[told->warpwide_count++] = inst->source;
    return false;
}

static void tell(SimWarp *warp, const SimInst *inst, uint32_t lane, const char *rule,
                 const FaultLine *line)
{
    const SimFindingSink *sink = &warp->run->launch->findings;
    if (!team_order(warp->run))
        return;
    SimFinding finding = {.checker = "synchronisation",
                          .rule = rule,
                          .site = warp_site(warp, inst),
                          .block = warp->block->index,
                          .thread = warp_thread(warp, lane),
                          .text = is_told(warp->run, inst) ? NULL : line->text};
    if (sink->found)
        sink->found(sink->state, &finding);
}

/* What the learner wrote for it; else the opcode. */
static const char *function_of(const PtxInst *inst)
{
    static const struct {
        uint16_t op, mod;
        const char *name;
    } functions[] = {
        {PTX_OP_BAR, PTX_MOD_WARP, "__syncwarp()"},
        {PTX_OP_SHFL, PTX_MOD_UP, "__shfl_up_sync()"},
        {PTX_OP_SHFL, PTX_MOD_DOWN, "__shfl_down_sync()"},
        {PTX_OP_SHFL, PTX_MOD_BFLY, "__shfl_xor_sync()"},
        {PTX_OP_SHFL, PTX_MOD_IDX, "__shfl_sync()"},
        {PTX_OP_VOTE, PTX_MOD_BALLOT, "__ballot_sync()"},
        {PTX_OP_VOTE, PTX_MOD_ANY, "__any_sync()"},
        {PTX_OP_VOTE, PTX_MOD_ALL, "__all_sync()"},
        {PTX_OP_MATCH, PTX_MOD_ANY, "__match_any_sync()"},
        {PTX_OP_MATCH, PTX_MOD_ALL, "__match_all_sync()"},
        {PTX_OP_REDUX, PTX_MOD_ADD, "__reduce_add_sync()"},
        {PTX_OP_REDUX, PTX_MOD_MIN, "__reduce_min_sync()"},
        {PTX_OP_REDUX, PTX_MOD_MAX, "__reduce_max_sync()"},
        {PTX_OP_REDUX, PTX_MOD_AND, "__reduce_and_sync()"},
        {PTX_OP_REDUX, PTX_MOD_OR, "__reduce_or_sync()"},
        {PTX_OP_REDUX, PTX_MOD_XOR, "__reduce_xor_sync()"},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].op == inst->op && ptx_has(inst, functions[i].mod))
            return functions[i].name;
    return ptx_op_text(inst->op);
}

static void add_caller(FaultLine *line, const SimWarp *warp, const SimInst *inst, uint32_t lane)
{
    SimDim thread = warp_thread(warp, lane), block = warp->block->index;
    fault_add(line, "thread (%u,%u,%u) of block (%u,%u,%u), lane %u of its warp, calls %s",
              thread.x, thread.y, thread.z, block.x, block.y, block.z, lane,
              function_of(inst->source));
    SimSite site = warp_site(warp, inst);
    fault_add_place(line, &site);
}

void lanes_fault_own(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t named)
{
    FaultLine line = {0};
    add_caller(&line, warp, inst, lane);
    fault_add(&line,
              " with mask 0x%08x, which doesn't name this lane itself: every lane that calls must "
              "be in its mask",
              named);
    tell(warp, inst, lane, "missing-lanes", &line);
}

void lanes_fault_source(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t source,
                        uint32_t named)
{
    FaultLine line = {0};
    add_caller(&line, warp, inst, lane);
    if (!(named >> source & 1)) {
        fault_add(&line,
                  " and reads from lane %u, which is not in mask 0x%08x: the value it gets is "
                  "undefined",
                  source, named);
        tell(warp, inst, lane, "inactive-source", &line);
        return;
    }
    fault_add(&line,
              " and reads from lane %u, which %s: the value it gets is undefined. The mask "
              "0x%08x may name only lanes that take part",
              source,
              warp->exists >> source & 1 ? "has returned from the kernel"
                                         : "the block has no thread for",
              named);
    tell(warp, inst, lane, "missing-lanes", &line);
}

void lanes_fault_luck(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t source,
                      uint32_t named)
{
    FaultLine line = {0};
    add_caller(&line, warp, inst, lane);
    fault_add(&line,
              " and reads from lane %u, which is not in mask 0x%08x that __activemask() gave: it "
              "names the lanes that happen to run together, and nothing promises that all that "
              "could do. Name the lanes that are needed",
              source, named);
    tell(warp, inst, lane, "inactive-source", &line);
}

void lanes_fault_barrier(SimWarp *warp, const SimInst *inst, uint32_t lane, uint32_t number)
{
    FaultLine line = {0};
    add_caller(&line, warp, inst, lane);
    fault_add(&line,
              " with a number above 15 (%u): a block has 16 barriers. A device goes by the lowest "
              "four bits, barrier %u here",
              number, number % 16);
    tell(warp, inst, lane, "invalid-barrier", &line);
}
