/* Texture and surface instructions, decoded: which object they mean and which coordinates. */
#ifndef CULAB_SIM_ENGINE_TEXTURE_FORM_H
#define CULAB_SIM_ENGINE_TEXTURE_FORM_H

#include "ptx/opaque.h"
#include "sim/engine/access.h"
#include "sim/engine/decode.h"
#include "sim/engine/sample.h"

enum { TEXTURE_COORDINATES = 4, TEXTURE_ELEMENTS = 4 };

typedef enum TextureOutside { OUTSIDE_TRAP, OUTSIDE_CLAMP, OUTSIDE_ZERO } TextureOutside;

/* A texture, surface or sampler as an operand. */
typedef struct TextureName {
    const PtxSymbol *symbol; /* a variable, or a parameter of the kernel; NULL: in a register */
    uint32_t slot;           /* 64 bits: an object's number, or a variable's address */
    bool is_param;
} TextureName;

typedef struct TextureForm {
    AccessForm access; /* what observers are told by; comes first, as for ld and st */
    TextureName name;
    TextureName sampler;
    bool has_sampler; /* its modes go before the texture's own (ISA 5.3, independent mode) */
    bool surface;
    SimTextureShape shape; /* as the instruction says; LINEAR: none */
    uint32_t dimensions;
    bool layered, is_integer;
    uint32_t coordinates[TEXTURE_COORDINATES]; /* slots; of layered ones the layer comes first */
    uint32_t level;                            /* slot; 0: the first */
    uint32_t dx[3], dy[3], offset[3];          /* slots; 0: none */
    uint32_t resident;                         /* slot of a predicate that becomes true; 0: none */
    bool gathers;                              /* tld4 */
    uint32_t channel;                          /* of tld4 */
    uint32_t query;                            /* of txq, suq: a PtxMod */
    bool halves, packed_halves;                /* results as f16, as f16x2 */
    TextureOutside outside;
    bool formatted;        /* .p: channels of the surface, and x counts elements */
    uint32_t reduction;    /* of sured: a PtxMod */
    PtxType type;          /* of sured */
    uint32_t count, bytes; /* elements and bytes of one, of suld, sust and sured */
    AccessReg reg[TEXTURE_ELEMENTS];
} TextureForm;

/* The texture or surface that a lane means. NULL: it isn't what the instruction takes; the run is
 * over. */
const SimTexture *texture_of_lane(SimWarp *warp, const SimInst *inst, uint32_t lane);
/* The state of the lane's sampler, as opaque.h lays it out; NULL: it is none, the run is over. */
const uint8_t *sampler_of_lane(SimWarp *warp, const SimInst *inst, uint32_t lane);
/* A copy of the texture with a sampler's modes. */
SimTexture texture_with_sampler(const SimTexture *texture, const uint8_t *sampler);
/* What a number is the object of, or a variable's address of: .texref, .surfref, .samplerref;
 * PTX_TYPE_NONE. */
PtxType texture_type_of(const SimWarp *warp, uint64_t value);
/* txq and suq. */
uint32_t texture_query(const SimTexture *texture, uint32_t query, uint32_t level);

bool texture_decode_name(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                         TextureName *name);
/* Geometry, name, sampler and coordinates of "[a, {x, y}]". */
bool texture_decode_place(SimDecoder *decoder, const PtxInst *inst, const PtxOperand *operand,
                          TextureForm *form);
bool texture_decode_fetch(SimDecoder *decoder, const PtxInst *inst, TextureForm *form);
bool texture_decode_query(SimDecoder *decoder, const PtxInst *inst, TextureForm *form);
bool texture_decode_surface(SimDecoder *decoder, const PtxInst *inst, TextureForm *form);

#endif
