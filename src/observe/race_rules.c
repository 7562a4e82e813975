/* The rules of races that few accesses need: of volatile places, and of the ends of mbarriers. */
#include "observe/race_rules.h"

/* volatile makes what is written visible, but orders nothing: with a fence that is enough for a
 * flag, and for data that a sequence lock guards. Other data need what plain ones need, though
 * writes of one value by several threads are left alone here (race_report). */
bool race_volatile_is_enough(const Race *race, const Touch *touch, Slot before)
{
    uint32_t site = race_site(before);
    const PtxInst *inst = race_inst(race, before);
    bool writes_before = inst && inst->op != PTX_OP_LD;
    if (!inst || (touch->strength == RACE_STRONG) != (race_strength(race, before) == RACE_STRONG))
        return !writes_before || !touch->writes;
    return writes_before != touch->writes &&
           race->fenced[touch->writes ? race_site(touch->own) : site];
}

/* An mbarrier that one lane of a warp ends, after all of its lanes have arrived there: libcu++ has
 * them meet by a match only, which orders no memory, before the last to leave a pipeline does so.
 */
bool race_ends_own(const Race *race, const Touch *touch, Slot before)
{
    const PtxInst *inst = race_inst(race, before);
    return inst && inst->op == PTX_OP_MBARRIER && race_warp(before) == race_warp(touch->first) &&
           race_strength(race, before) == RACE_ATOMICALLY;
}
