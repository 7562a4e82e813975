/* What copies to shared memory cost: pieces that they are asked for in, passes over the banks. */
#include "observe/copy.h"

enum { LANES = 32, LINE = 128, SECTOR = 32, WORD = 4 };

bool copy_is_made_by(const PtxInst *inst)
{
    return inst->op == PTX_OP_CP && ptx_has(inst, PTX_MOD_ASYNC) && !ptx_has(inst, PTX_MOD_BULK) &&
           inst->operand_count > 1 && inst->operands[0].kind == PTX_OPERAND_ADDRESS;
}

bool copy_is_part(const SimAccess *access)
{
    return access->inst && copy_is_made_by(access->inst);
}

bool copy_is_past_cache(const SimAccess *access)
{
    enum { WHOLE = 16 }; /* pieces of a copy that is cut short count as loads */
    return access->bytes == WHOLE && ptx_has(access->inst, PTX_MOD_CG);
}

void copy_begin(Copy *copy, const SimAccess *load)
{
    copy->load = *load;
    for (uint32_t lane = 0; lane < LANES; lane++)
        copy->address[lane] = load->mask >> lane & 1 ? load->address[lane] : 0;
    copy->load.address = copy->address;
}

/* Lanes [from, to) whose data lies in the bank that most of them have in common. */
static uint32_t most_in_a_bank(const SimAccess *access, uint32_t from, uint32_t to)
{
    uint8_t lanes[LINE / WORD] = {0}, most = 0;
    for (uint32_t lane = from; lane < to; lane++) {
        if (!(access->mask >> lane & 1))
            continue;
        uint8_t *at = &lanes[access->address[lane] % LINE / WORD];
        most = ++*at > most ? *at : most;
    }
    return most;
}

static uint32_t passes_of(const SimAccess *access, uint32_t bytes)
{
    uint32_t lanes = LANES * WORD / bytes, passes = 0;
    for (uint32_t from = 0; from < LANES; from += lanes)
        passes += most_in_a_bank(access, from, from + lanes);
    return passes;
}

enum { TOGETHER = 8 /* lanes, past the cache */ };

/* What goes from a sector of global memory into one of shared memory. */
typedef struct Piece {
    uint64_t from, to; /* sectors */
    uint32_t halves;   /* bits: [half there][half here] */
} Piece;

static uint32_t find_pieces(const Copy *copy, const SimAccess *store, uint32_t first,
                            Piece pieces[TOGETHER])
{
    uint32_t count = 0;
    for (uint32_t lane = first; lane < first + TOGETHER; lane++) {
        uint64_t from = copy->address[lane] / SECTOR, to = store->address[lane] / SECTOR, i = 0;
        if (!(copy->load.mask >> lane & 1))
            continue;
        while (i < count && (pieces[i].from != from || pieces[i].to != to))
            i++;
        if (i == count)
            pieces[count++] = (Piece){from, to, 0};
        pieces[i].halves |=
            1u << (copy->address[lane] / 16 % 2 * 2 + store->address[lane] / 16 % 2);
    }
    return count;
}

/* Between the same lines, the same halves, and moved by an even number of sectors both or neither.
 */
static bool go_together(const Piece *a, const Piece *b)
{
    const uint64_t sectors = LINE / SECTOR;
    return a->from / sectors == b->from / sectors && a->to / sectors == b->to / sectors &&
           a->halves == b->halves && !((a->from ^ a->to ^ b->from ^ b->to) & 1);
}

static uint32_t turns_of(const Copy *copy, const SimAccess *store)
{
    uint32_t turns = 0;
    for (uint32_t first = 0; first < LANES; first += TOGETHER) {
        Piece pieces[TOGETHER];
        uint32_t count = find_pieces(copy, store, first, pieces);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t before = 0;
            while (before < i && !go_together(&pieces[before], &pieces[i]))
                before++;
            turns += before == i;
        }
    }
    return turns;
}

Traffic copy_passes(const Copy *copy, const SimAccess *store)
{
    Traffic passes = traffic_wavefronts(store);
    if (copy_is_past_cache(store)) {
        if (copy->load.mask) /* none of them is a conflict */
            passes.units = passes.ideal = turns_of(copy, store);
        passes.units = passes.ideal;
        return passes;
    }
    uint32_t written = passes_of(store, store->bytes);
    uint32_t read = copy->load.mask ? passes_of(&copy->load, store->bytes) : 0;
    passes.units = read > written ? read : written;
    return passes;
}

/* Lanes whose data comes from another place of `size` bytes, or into another sector of shared
 * memory, than that of all lanes before. */
static uint32_t pieces_of(const Copy *copy, const SimAccess *store, uint64_t size)
{
    uint32_t count = 0;
    for (uint32_t left = copy->load.mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left),
                 before = copy->load.mask & ((left & -left) - 1);
        for (; before; before &= before - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(before);
            if (copy->address[other] / size == copy->address[lane] / size &&
                store->address[other] / SECTOR == store->address[lane] / SECTOR)
                break;
        }
        count += !before;
    }
    return count;
}

/* Lanes but those whose place another one after them writes, too. */
static uint32_t last_writers(const SimAccess *store)
{
    uint32_t lanes = 0;
    for (uint32_t left = store->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), after = left & (left - 1);
        while (after && store->address[__builtin_ctz(after)] != store->address[lane])
            after &= after - 1;
        lanes |= after ? 0 : UINT32_C(1) << lane;
    }
    return lanes;
}

void copy_past_cache(const Copy *copy, const SimAccess *store, Traffic *traffic)
{
    Copy last = *copy;
    last.load.mask = last_writers(store) & copy->load.mask;
    traffic->units = pieces_of(copy, store, LINE);
    traffic->sectors = pieces_of(&last, store, SECTOR);
    uint32_t bytes = (uint32_t)__builtin_popcount(store->mask) * store->bytes;
    traffic->packed = (bytes + SECTOR - 1) / SECTOR;
}
