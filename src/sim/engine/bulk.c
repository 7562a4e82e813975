/* Bulk copies: kept in their cluster in the order in which they were begun. */
#include "sim/engine/bulk.h"

#include <stdlib.h>
#include <string.h>

#include "sim/engine/mbarrier.h"
#include "sim/engine/tensor.h"

enum {
    TOLD_BYTES = 16,      /* what one access tells observers of */
    UNDER_WAY_MAX = 1024, /* copies of a cluster: then the older half of them lands */
};

/* -- telling observers */

static void tell_piece(const BulkCopy *copy, const AccessRange *end, const AccessForm *form,
                       uint64_t at, const void *stored)
{
    SimWarp *warp = copy->warp;
    SimInst inst = *copy->inst;
    uint64_t address[SIM_LANES] = {0};
    unsigned char values[SIM_LANES * TOLD_BYTES];
    inst.extra = form;
    address[copy->lane] = end->address + at;
    if (stored)
        memcpy(values + (size_t)copy->lane * form->bytes, stored, form->bytes);
    access_tell_owner(warp, &inst, end->owner ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL,
                      UINT32_C(1) << copy->lane, address, &(AccessShape){0}, stored ? values : NULL,
                      end->owner ? end->owner : warp->block);
}

void bulk_tell(const BulkCopy *copy, const AccessRange *range, SimAccessKind kind, uint64_t bytes,
               const unsigned char *stored)
{
    AccessForm form = {.kind = kind, .order = SIM_ORDER_WEAK};
    if (!copy->warp->run->wants_access)
        return;
    for (uint64_t at = 0; at < bytes; at += form.bytes) {
        uint64_t left = bytes - at;
        form.bytes = left < TOLD_BYTES ? (uint32_t)left & -(uint32_t)left : TOLD_BYTES;
        tell_piece(copy, range, &form, at, stored ? stored + at : NULL);
    }
}

static void tell_mbarrier(const BulkCopy *copy)
{
    AccessForm form = {.kind = SIM_ACCESS_ATOMIC,
                       .order = SIM_ORDER_RELEASE,
                       .scope = SIM_SCOPE_CLUSTER,
                       .bytes = 8};
    tell_piece(copy, &copy->mbarrier, &form, 0, NULL);
}

static void tell_end(const BulkCopy *copy, const AccessRange *range, bool writes, bool begins)
{
    const Run *run = copy->warp->run;
    SimWarpInfo info;
    if (!range->at || !range->owner)
        return;
    warp_info(copy->warp, &info);
    const SimBulk bulk = {.site = warp_site(copy->warp, copy->inst),
                          .number = copy->number,
                          .lane = copy->lane,
                          .begins = begins,
                          .writes = writes,
                          .reduces = writes && copy->reduces,
                          .address = range->address,
                          .bytes = copy->tensor ? copy->completes : copy->bytes,
                          .shared_base = (uint64_t)(uintptr_t)range->owner->shared,
                          .owner_linear = range->owner->linear,
                          .owner = range->owner->index};
    for (uint32_t i = 0; i < run->launch->observer_count; i++)
        if (run->launch->observers[i]->bulk)
            run->launch->observers[i]->bulk(run->launch->observers[i]->self, &info, &bulk);
}

static void tell_under_way(const BulkCopy *copy, bool begins)
{
    if (!copy->warp->run->observed)
        return;
    tell_end(copy, &copy->from, false, begins);
    tell_end(copy, &copy->to, true, begins);
}

/* -- landing */

static bool complete(const BulkCopy *copy)
{
    uint64_t object;
    bool ok;
    if (copy->warp->run->wants_access)
        tell_mbarrier(copy);
    memcpy(&object, copy->mbarrier.at, sizeof(object));
    object = mbarrier_complete(object, copy->completes, &ok);
    if (!ok) {
        FaultText what = {.fault = ENGINE_FAULT_INSTRUCTION,
                          .rule = "invalid-barrier",
                          .checker = "synchronisation"};
        warp_fault(copy->warp, copy->inst, copy->lane, &what,
                   "completes bytes on an mbarrier beyond its count");
        return false;
    }
    memcpy(copy->mbarrier.at, &object, sizeof(object));
    return true;
}

static void move(const BulkCopy *copy)
{
    const unsigned char *from = copy->from.at ? copy->from.at : copy->data;
    SimAccessKind kind = copy->reduces ? SIM_ACCESS_REDUCTION : SIM_ACCESS_STORE;
    if (copy->from.at)
        bulk_tell(copy, &copy->from, SIM_ACCESS_LOAD, copy->bytes, NULL);
    bulk_tell(copy, &copy->to, kind, copy->bytes, copy->reduces ? NULL : from);
    if (copy->reduces) {
        reduction_apply(copy->reduces, copy->to.at, from, copy->bytes);
    } else if (copy->kept == BULK_WHOLE) {
        memmove(copy->to.at, from, copy->bytes);
    } else {
        for (uint64_t i = 0; i < copy->bytes; i++)
            if (copy->kept >> i % 16 & 1)
                copy->to.at[i] = from[i];
    }
}

/* Memory may have been freed since the copy began. */
static bool still_there(const BulkCopy *copy)
{
    const AccessForm form = {.kind = SIM_ACCESS_LOAD, .space = PTX_SPACE_GLOBAL};
    const AccessRange *ends[] = {&copy->to, &copy->from};
    AccessRange again;
    for (int i = 0; i < 2 && !copy->tensor; i++)
        if (ends[i]->at && !ends[i]->owner &&
            !access_range(copy->warp, copy->inst, &form, copy->lane, ends[i]->address, copy->bytes,
                          1, &again))
            return false;
    return !copy->tensor || tensor_check(copy);
}

static bool land(const BulkCopy *copy)
{
    tell_under_way(copy, false);
    bool fine = still_there(copy);
    if (fine && copy->tensor)
        tensor_move(copy);
    else if (fine)
        move(copy);
    free(copy->tensor);
    if (!fine)
        return false;
    return !copy->mbarrier.at || !copy->completes || complete(copy);
}

/* One behind a copy that ended the run is dropped. */
static bool land_after(bool fine, const BulkCopy *copy)
{
    if (fine)
        return land(copy);
    free(copy->tensor);
    return false;
}

/* The older half lands. */
static void make_room(Cluster *cluster)
{
    const uint32_t half = cluster->copy_count / 2;
    bool fine = true;
    for (uint32_t i = 0; i < half; i++)
        fine = land_after(fine, &cluster->copies[i]);
    cluster->copy_count -= half;
    memmove(cluster->copies, cluster->copies + half,
            cluster->copy_count * sizeof(*cluster->copies));
}

bool bulk_add(const BulkCopy *copy)
{
    Cluster *cluster = copy->warp->block->cluster;
    if (cluster->copy_count == UNDER_WAY_MAX)
        make_room(cluster);
    if (cluster->copy_count == cluster->copy_capacity) {
        uint32_t capacity = cluster->copy_capacity ? cluster->copy_capacity * 2 : 16;
        BulkCopy *grown = realloc(cluster->copies, capacity * sizeof(*grown));
        if (!grown)
            return false;
        cluster->copies = grown;
        cluster->copy_capacity = capacity;
    }
    BulkCopy *kept = &cluster->copies[cluster->copy_count++];
    *kept = *copy;
    kept->number = ++copy->warp->run->bulk_copies;
    tell_under_way(kept, true);
    return true;
}

bool bulk_land(Cluster *cluster, const unsigned char *mbarrier)
{
    uint32_t kept = 0;
    bool fine = true;
    for (uint32_t i = 0; i < cluster->copy_count; i++) {
        const BulkCopy *copy = &cluster->copies[i];
        if (copy->mbarrier.at == mbarrier)
            fine = land_after(fine, copy);
        else
            cluster->copies[kept++] = *copy;
    }
    cluster->copy_count = kept;
    return fine;
}

void bulk_commit(SimWarp *warp, uint32_t mask)
{
    for (uint32_t left = mask; left; left &= left - 1)
        warp->bulk_group[__builtin_ctz(left)]++;
}

static bool is_awaited(const BulkCopy *copy, const SimWarp *warp, uint32_t mask, uint32_t groups)
{
    return copy->warp == warp && !copy->mbarrier.at && mask >> copy->lane & 1 &&
           warp->bulk_group[copy->lane] - copy->group > groups;
}

bool bulk_wait(SimWarp *warp, uint32_t mask, uint32_t groups)
{
    Cluster *cluster = warp->block->cluster;
    uint32_t kept = 0;
    bool fine = true;
    for (uint32_t i = 0; i < cluster->copy_count; i++) {
        const BulkCopy *copy = &cluster->copies[i];
        if (is_awaited(copy, warp, mask, groups))
            fine = land_after(fine, copy);
        else
            cluster->copies[kept++] = *copy;
    }
    cluster->copy_count = kept;
    return fine;
}

void bulk_finish(const Block *block)
{
    Cluster *cluster = block->cluster;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cluster->copy_count; i++) {
        const BulkCopy *copy = &cluster->copies[i];
        if (copy->warp->block == block)
            land(copy);
        else
            cluster->copies[kept++] = *copy;
    }
    cluster->copy_count = kept;
}
