/* Textures and surfaces: from descriptors to what the engine reads, as objects and as references.
 */
#ifndef CULAB_SIM_API_TEXTURE_H
#define CULAB_SIM_API_TEXTURE_H

#include "sim/api/module.h"
#include "sim/api/state.h"

enum { TEXTURE_ALIGNMENT = 512, TEXTURE_PITCH_ALIGNMENT = 32 }; /* as the attributes say */

/* What a texture or surface is made of. */
typedef struct TextureSource {
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    CUDA_RESOURCE_VIEW_DESC view;
    bool has_view;
    bool surface;
    bool reference; /* takes what objects refuse (recorded on an H200) */
} TextureSource;

/* CUDA_SUCCESS, or what is answered to such descriptors. */
CUresult texture_make(const TextureSource *source, SimTexture *out);

/* A variable of a module to which memory is bound, or one that the caller made. */
struct TextureReference {
    Context *context;
    Module *module;        /* NULL: the caller's own */
    const PtxSymbol *name; /* in the module */
    uint64_t slot;         /* of the variable, see sim/texture.h; 0: none */
    bool surface, bound;
    TextureSource source;
    CUarray_format format; /* of memory without an array */
    int channels;
    uint64_t handle; /* of the engine's texture; 0: none */
    TextureReference *next;
};

/* Takes down everything of the context: objects and references. */
void textures_free(Context *context);
void references_free(Context *context, const Module *module); /* NULL: all */

#endif
