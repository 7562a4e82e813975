/* Surfaces: suld, sust, sured (ISA 9.7.11). In the .b forms x counts bytes, in the .p forms
 * elements. */
#include <string.h>

#include "sim/engine/decoder.h"
#include "sim/engine/fault.h"
#include "sim/engine/lanes/reach.h"
#include "sim/engine/lanes/texture_tell.h"
#include "sim/engine/texture_form.h"

/* One lane's piece of a surface. */
typedef struct Piece {
    const SimTexture *surface;
    unsigned char *at; /* NULL: outside, and that is fine */
    uint64_t sector;
    uint32_t bytes;
} Piece;

static bool outside(SimWarp *warp, const SimInst *inst, uint32_t lane, const SimTexture *surface)
{
    const TextureForm *form = inst->extra;
    const SimTextureLevel *level = &surface->levels[0];
    FaultText text = {.fault = ENGINE_FAULT_ADDRESS, .rule = "surface-out-of-bounds"};
    int64_t at[3] = {0};
    for (uint32_t i = 0; i < form->dimensions; i++)
        at[i] = CORE_SLOT(int32_t, form->coordinates[i + form->layered])[lane];
    if (form->layered)
        at[2] = CORE_SLOT(uint32_t, form->coordinates[0])[lane];
    warp_fault(warp, inst, lane, &text,
               "%s a surface outside of it: %s %lld, row %lld, %s %lld; it has %llu bytes a row, "
               "%u row%s, %u %s%s",
               form->access.kind == SIM_ACCESS_LOAD ? "reads" : "writes",
               form->formatted ? "element" : "byte", (long long)at[0], (long long)at[1],
               form->layered ? "layer" : "slice", (long long)at[2],
               (unsigned long long)level->width * surface->texel_bytes, level->height,
               level->height == 1 ? "" : "s", level->depth, form->layered ? "layer" : "slice",
               level->depth == 1 ? "" : "s");
    return false;
}

/* Brings one coordinate into [0, size). False: it lies outside. */
static inline bool bring_in(int64_t *at, uint64_t size, TextureOutside how)
{
    if (*at >= 0 && (uint64_t)*at < size)
        return true;
    if (how != OUTSIDE_CLAMP)
        return false;
    *at = *at < 0 ? 0 : (int64_t)size - 1;
    return true;
}

/* False: the run is over. */
static inline bool find_piece(SimWarp *warp, const SimInst *inst, uint32_t lane, Piece *piece)
{
    const TextureForm *form = inst->extra;
    const SimTexture *surface = texture_of_lane(warp, inst, lane);
    piece->surface = surface;
    piece->at = NULL;
    if (!surface)
        return false;
    const SimTextureLevel *level = &surface->levels[0];
    uint32_t bytes = form->formatted ? surface->texel_bytes : form->count * form->bytes;
    int64_t at[3] = {0};
    for (uint32_t i = 0; i < form->dimensions; i++)
        at[i] = CORE_SLOT(int32_t, form->coordinates[i + form->layered])[lane];
    if (form->layered)
        at[2] = CORE_SLOT(uint32_t, form->coordinates[0])[lane] & 0xffff; /* as an H200 does */
    if (!form->formatted && at[0] & (bytes - 1)) {
        fault_misaligned(warp, inst, lane, PTX_SPACE_GLOBAL, (uint64_t)at[0], bytes, bytes,
                         form->access.kind == SIM_ACCESS_LOAD ? "reads" : "writes");
        return false;
    }
    if (!form->formatted) /* in units of the access */
        at[0] = at[0] < 0 ? -1 : at[0] / bytes;
    uint64_t units = (uint64_t)level->width * surface->texel_bytes / bytes;
    piece->bytes = bytes;
    if (units && bring_in(&at[0], units, form->outside) &&
        bring_in(&at[1], level->height, form->outside) &&
        bring_in(&at[2], level->depth, form->outside)) {
        piece->at =
            (unsigned char *)(uintptr_t)(level->address + (uint64_t)at[2] * level->slice +
                                         (uint64_t)at[1] * level->pitch + (uint64_t)at[0] * bytes);
        piece->sector =
            texel_sector(surface, level,
                         (uint64_t[3]){(uint64_t)at[0] * bytes, (uint64_t)at[1], (uint64_t)at[2]});
        return true;
    }
    return form->outside == OUTSIDE_ZERO || outside(warp, inst, lane, surface);
}

static inline unsigned char *register_at(SimWarp *warp, const AccessReg *reg, uint32_t lane)
{
    return warp->frame.slots + reg->slot + (size_t)lane * reg->bytes;
}

static inline void note(SimWarp *warp, TextureTold *told, uint32_t lane, const Piece *piece)
{
    TexelTouches *touches = texture_touches(warp, told);
    if (touches && piece->at)
        texel_touch(touches, (uintptr_t)piece->at, piece->sector);
    texture_tell_lane(told, lane, piece->surface, piece->bytes);
}

CORE_HANDLER(surface_load)
{
    const TextureForm *form = inst->extra;
    TextureTold told;
    texture_told_begin(&told);
    Piece piece;
    CORE_LANES(mask, lane)
    {
        if (!find_piece(warp, inst, lane, &piece))
            return NULL;
        for (uint32_t i = 0; i < form->count; i++) {
            unsigned char *to = register_at(warp, &form->reg[i], lane);
            memset(to, 0, form->reg[i].bytes);
            if (piece.at)
                memcpy(to, piece.at + (size_t)i * form->bytes, form->bytes);
        }
        note(warp, &told, lane, &piece);
    }
    texture_tell(warp, inst, mask, &told, NULL);
    return inst + 1;
}

/* The registers as the surface's channels. Those it has and the instruction doesn't are 0. */
static inline void put_formatted(SimWarp *warp, const TextureForm *form, uint32_t lane,
                                 const SimTexture *surface, unsigned char *to)
{
    uint32_t bytes = texel_type_bits(surface->type) / 8;
    for (uint32_t i = 0; i < surface->channels; i++) {
        uint32_t value = 0;
        if (i < form->count)
            memcpy(&value, register_at(warp, &form->reg[i], lane), 4);
        value = texel_pack(surface, value);
        memcpy(to + (size_t)i * bytes, &value, bytes);
    }
}

CORE_HANDLER(surface_store)
{
    const TextureForm *form = inst->extra;
    TextureTold told;
    texture_told_begin(&told);
    unsigned char values[SIM_LANES * 16]; /* as observers see them: `bytes` apart */
    Piece piece;
    CORE_LANES(mask, lane)
    {
        if (!find_piece(warp, inst, lane, &piece))
            return NULL;
        note(warp, &told, lane, &piece);
        if (!piece.at)
            continue;
        unsigned char *value = values + (size_t)lane * piece.bytes;
        if (form->formatted)
            put_formatted(warp, form, lane, piece.surface, value);
        for (uint32_t i = 0; !form->formatted && i < form->count; i++)
            memcpy(value + (size_t)i * form->bytes, register_at(warp, &form->reg[i], lane),
                   form->bytes);
        memcpy(piece.at, value, piece.bytes);
    }
    texture_tell(warp, inst, mask, &told, values);
    return inst + 1;
}

/* -- sured */

typedef struct Operands {
    uint64_t old, value;
} Operands;

static inline uint64_t reduce(uint32_t how, bool with_sign, uint32_t bytes, Operands of)
{
    bool less = with_sign && bytes == 4 ? (int32_t)of.old < (int32_t)of.value
                : with_sign             ? (int64_t)of.old < (int64_t)of.value
                                        : of.old < of.value;
    switch (how) {
    case PTX_MOD_ADD:
        return of.old + of.value;
    case PTX_MOD_AND:
        return of.old & of.value;
    case PTX_MOD_OR:
        return of.old | of.value;
    default:
        return less == (how == PTX_MOD_MIN) ? of.old : of.value;
    }
}

/* Blocks on other threads of the host may do the same, so the memory's old value must still be
 * there when the new one goes in. Surfaces whose rows aren't whole words can't promise that. */
static inline void reduce_at(const TextureForm *form, const Piece *piece, bool with_sign,
                             uint64_t value)
{
    uint64_t old = 0, fresh;
    if (form->bytes == 4 && (uintptr_t)piece->at % 4 == 0) {
        uint32_t *at = (uint32_t *)(void *)piece->at, seen = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(
            at, &seen, (uint32_t)reduce(form->reduction, with_sign, 4, (Operands){seen, value}),
            false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
        return;
    }
    if (form->bytes == 8 && (uintptr_t)piece->at % 8 == 0) {
        uint64_t *at = (uint64_t *)(void *)piece->at;
        old = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(
            at, &old, reduce(form->reduction, with_sign, 8, (Operands){old, value}), false,
            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
        return;
    }
    memcpy(&old, piece->at, form->bytes);
    fresh = reduce(form->reduction, with_sign, form->bytes, (Operands){old, value});
    memcpy(piece->at, &fresh, form->bytes);
}

CORE_HANDLER(surface_reduce)
{
    const TextureForm *form = inst->extra;
    TextureTold told;
    texture_told_begin(&told);
    Piece piece;
    CORE_LANES(mask, lane)
    {
        if (!find_piece(warp, inst, lane, &piece))
            return NULL;
        note(warp, &told, lane, &piece);
        if (!piece.at)
            continue;
        if (piece.bytes < form->bytes) {
            outside(warp, inst, lane, piece.surface);
            return NULL;
        }
        uint64_t value = 0;
        memcpy(&value, register_at(warp, &form->reg[0], lane), form->bytes);
        bool with_sign = form->formatted ? texel_type_is_signed(piece.surface->type)
                                         : ptx_type_kind(form->type) == PTX_KIND_SIGNED;
        reduce_at(form, &piece, with_sign, value);
    }
    texture_tell(warp, inst, mask, &told, NULL);
    return inst + 1;
}

static bool decode_surface(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    TextureForm *form = decoder_alloc(decoder, sizeof(*form));
    out->extra = form;
    out->full = out->partial = inst->op == PTX_OP_SULD   ? surface_load
                               : inst->op == PTX_OP_SUST ? surface_store
                                                         : surface_reduce;
    return texture_decode_surface(decoder, inst, form);
}

const DecodeRow SIM_VARIANT(rows_surface)[] = {
    {PTX_OP_SULD, 0, decode_surface},
    {PTX_OP_SUST, 0, decode_surface},
    {PTX_OP_SURED, 0, decode_surface},
    {PTX_OP_COUNT, 0, NULL},
};
