/* Tiles between shared memory and registers: ldmatrix, stmatrix, movmatrix (ISA 9.7.14). Of an 8 x
 * 8 tile of 16-bit elements a lane holds two neighbours of row lane / 4; with .trans, of the tile
 * turned over. Of a tile of bytes that is turned over a lane has two columns, 8 apart. */
#include <string.h>

#include "sim/engine/access_decode.h"
#include "sim/engine/aligned.h"
#include "sim/engine/lanes/reach.h"

enum { TILES = 4, ROWS = 8, ROW_BYTES = 16, SQUARE_ROWS = 16 };

typedef uint16_t Tile[ROWS][ROWS];
typedef uint8_t ByteRow[ROW_BYTES];
_Static_assert(sizeof(Tile[TILES]) == sizeof(ByteRow[SIM_LANES]), "tiles are rows, one a lane");

typedef struct TileForm {
    SyncForm sync;     /* first: see aligned.h */
    AccessForm access; /* of one row of a tile */
    SimInst at;
    uint32_t count; /* tiles; lane 8 i + r has the address of row r of tile i */
    bool turned;
    uint32_t packed; /* bits of an element in memory that becomes a byte; 0: none does */
    uint32_t slots[TILES];
} TileForm;

/* 16 elements of less than 8 bits, the first one in the lowest bits, as bytes. */
static inline void unpack_row(ByteRow row, uint32_t bits)
{
    ByteRow out;
    for (uint32_t i = 0; i < ROW_BYTES; i++) {
        uint32_t at = i * bits, two = row[at / 8] | (uint32_t)row[at / 8 + 1] << 8;
        out[i] = (uint8_t)(two >> at % 8 & ((1u << bits) - 1));
    }
    memcpy(row, out, sizeof(out));
}

static inline void tile_write(SimWarp *warp, uint32_t slot, const Tile tile, bool turned)
{
    uint32_t *out = CORE_SLOT(uint32_t, slot);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        uint32_t row = lane / 4, column = lane % 4 * 2;
        out[lane] = turned ? tile[column][row] | (uint32_t)tile[column + 1][row] << 16
                           : tile[row][column] | (uint32_t)tile[row][column + 1] << 16;
    }
}

static inline void tile_read(const SimWarp *warp, uint32_t slot, bool turned, Tile tile)
{
    const uint32_t *in = CORE_SLOT(const uint32_t, slot);
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        uint32_t row = lane / 4, column = lane % 4 * 2;
        *(turned ? &tile[column][row] : &tile[row][column]) = (uint16_t)in[lane];
        *(turned ? &tile[column + 1][row] : &tile[row][column + 1]) = (uint16_t)(in[lane] >> 16);
    }
}

/* The lanes whose addresses count. */
static inline uint32_t row_lanes(const TileForm *form)
{
    return form->count == TILES ? SIM_FULL : (UINT32_C(1) << form->count * ROWS) - 1;
}

static inline bool reach_rows(SimWarp *warp, const SimInst *inst, const TileForm *form,
                              Access *access)
{
    uint64_t address[SIM_LANES];
    access_addresses(warp, &form->at, &form->access, address);
    return access_reach(warp, inst, &form->access, row_lanes(form), address, access);
}

/* The rows that the lanes' addresses name, as they are in memory, or unpacked. */
static inline bool load_rows(SimWarp *warp, const SimInst *inst, const TileForm *form,
                             ByteRow rows[SIM_LANES])
{
    Access access;
    if (!reach_rows(warp, inst, form, &access))
        return false;
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, NULL);
    CORE_LANES(row_lanes(form), lane)
    {
        memcpy(rows[lane], access.at[lane], ROW_BYTES);
        if (form->packed)
            unpack_row(rows[lane], form->packed);
    }
    return true;
}

CORE_HANDLER(load_tiles)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TileForm *form = inst->extra;
    Tile tiles[TILES];
    if (!load_rows(warp, inst, form, (ByteRow *)tiles))
        return NULL;
    for (uint32_t i = 0; i < form->count; i++)
        tile_write(warp, form->slots[i], tiles[i], form->turned);
    return inst + 1;
}

/* 16 x 16 bytes, turned over: two registers each. Lane 16 i + r has the address of row r of square
 * i; of rows 4 t to 4 t + 3 a lane has column g in the first register and g + 8 in the second (t =
 * lane % 4, g = lane / 4). */
CORE_HANDLER(load_squares)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TileForm *form = inst->extra;
    ByteRow rows[SIM_LANES];
    if (!load_rows(warp, inst, form, rows))
        return NULL;
    for (uint32_t i = 0; i < form->count; i++) {
        uint32_t *out = CORE_SLOT(uint32_t, form->slots[i]);
        for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
            const ByteRow *four = &rows[i / 2 * SQUARE_ROWS + lane % 4 * 4];
            uint32_t column = lane / 4 + i % 2 * ROWS;
            out[lane] = four[0][column] | (uint32_t)four[1][column] << 8 |
                        (uint32_t)four[2][column] << 16 | (uint32_t)four[3][column] << 24;
        }
    }
    return inst + 1;
}

/* 16 x 8 bytes as an mma's result has them, turned over to 8 rows of 16. */
CORE_HANDLER(store_bytes)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TileForm *form = inst->extra;
    Access access;
    if (!reach_rows(warp, inst, form, &access))
        return NULL;
    ByteRow rows[SIM_LANES];
    for (uint32_t i = 0; i < form->count; i++) {
        const uint32_t *in = CORE_SLOT(const uint32_t, form->slots[i]);
        for (uint32_t lane = 0; lane < SIM_LANES; lane++)
            for (uint32_t part = 0; part < 4; part++)
                rows[i * ROWS + lane % 4 * 2 + part % 2][lane / 4 + part / 2 * 8] =
                    (uint8_t)(in[lane] >> 8 * part);
    }
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, rows);
    CORE_LANES(row_lanes(form), lane)
    memcpy(access.at[lane], rows[lane], ROW_BYTES);
    return inst + 1;
}

CORE_HANDLER(store_tiles)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TileForm *form = inst->extra;
    Access access;
    if (!reach_rows(warp, inst, form, &access))
        return NULL;
    Tile tiles[TILES];
    for (uint32_t i = 0; i < form->count; i++)
        tile_read(warp, form->slots[i], form->turned, tiles[i]);
    if (SIM_OBSERVED && warp->run->wants_access)
        access_tell(warp, inst, &form->access, &access, tiles);
    CORE_LANES(row_lanes(form), lane)
    memcpy(access.at[lane], tiles[lane / ROWS][lane % ROWS], ROW_BYTES);
    return inst + 1;
}

CORE_HANDLER(turn_tile)
{
    const SimInst *next;
    if (!aligned_ready(warp, inst, mask, &next))
        return next;
    const TileForm *form = inst->extra;
    Tile tile;
    tile_read(warp, form->slots[1], false, tile);
    tile_write(warp, form->slots[0], tile, true);
    return inst + 1;
}

/* -- decoding */

static TileForm *new_form(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    TileForm *form = decoder_alloc(decoder, sizeof(*form));
    aligned_init(&form->sync, inst);
    form->turned = ptx_has(inst, PTX_MOD_TRANS);
    form->count = ptx_has(inst, PTX_MOD_X4) ? 4 : ptx_has(inst, PTX_MOD_X2) ? 2 : 1;
    out->extra = form;
    return form;
}

static bool decode_tiles(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    bool store = inst->op == PTX_OP_STMATRIX, square = ptx_has(inst, PTX_MOD_M16N16);
    if (inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes a vector and an address");
    TileForm *form = new_form(decoder, inst, out);
    form->count *= square ? 2 : 1;
    form->packed = ptx_has(inst, PTX_MOD_B6X16_P32) ? 6 : ptx_has(inst, PTX_MOD_B4X16_P64) ? 4 : 0;
    const PtxOperand *vector = &inst->operands[store];
    if (vector->kind != PTX_OPERAND_VECTOR || vector->item_count != form->count)
        return decoder_refuse(decoder, inst, "takes a vector of %u registers here", form->count);
    for (uint32_t i = 0; i < form->count; i++)
        form->slots[i] = store ? decoder_exact_source(decoder, inst, &vector->items[i], PTX_B32)
                               : decoder_exact_dest(decoder, inst, &vector->items[i], 4);
    PtxInst part = *inst;
    part.types[0] = PTX_B128;
    part.type_count = 1;
    part.vector = 1;
    AccessForm *access = access_decode(decoder, &part, &inst->operands[!store], &form->at);
    if (!access)
        return false;
    form->access = *access;
    form->access.kind = store ? SIM_ACCESS_STORE : SIM_ACCESS_LOAD;
    out->full = out->partial = ptx_has(inst, PTX_MOD_M16N8) ? store_bytes
                               : store                      ? store_tiles
                               : square                     ? load_squares
                                                            : load_tiles;
    return !decoder->refused;
}

static bool decode_movmatrix(SimDecoder *decoder, const PtxInst *inst, SimInst *out)
{
    if (inst->operand_count != 2)
        return decoder_refuse(decoder, inst, "takes two registers");
    TileForm *form = new_form(decoder, inst, out);
    form->slots[0] = decoder_exact_dest(decoder, inst, &inst->operands[0], 4);
    form->slots[1] = decoder_exact_source(decoder, inst, &inst->operands[1], PTX_B32);
    out->full = out->partial = turn_tile;
    return !decoder->refused;
}

const DecodeRow SIM_VARIANT(rows_tile)[] = {
    {PTX_OP_LDMATRIX, 0, decode_tiles},
    {PTX_OP_STMATRIX, 0, decode_tiles},
    {PTX_OP_MOVMATRIX, 0, decode_movmatrix},
    {PTX_OP_COUNT, 0, NULL},
};
