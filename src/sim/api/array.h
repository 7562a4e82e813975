/* Arrays: memory of textures and surfaces, alone or as levels of a mipmapped array. */
#ifndef CULAB_SIM_API_ARRAY_H
#define CULAB_SIM_API_ARRAY_H

#include "sim/api/array_format.h"
#include "sim/api/state.h"

enum { ARRAY_ALIGNMENT = 512 };

struct CUarray_st {
    Context *context;
    CUDA_ARRAY3D_DESCRIPTOR description;
    ArrayFormat format;
    SimTextureLevel level; /* extents that are 0 in the description are 1 here */
    MipmappedArray *whole; /* that it is a level of; NULL */
    Array *next;           /* of those that stand alone */
};

struct CUmipmappedArray_st {
    Context *context;
    CUDA_ARRAY3D_DESCRIPTOR description;
    uint64_t address;
    unsigned count;
    Array levels[SIM_TEXTURE_LEVELS];
    MipmappedArray *next;
};

/* What texture and surface instructions call it. */
SimTextureShape array_shape(const CUDA_ARRAY3D_DESCRIPTOR *description);
uint64_t array_level_bytes(const SimTextureLevel *level);
uint64_t mipmapped_array_bytes(const MipmappedArray *array);
/* Level `at` of a description: every extent that the shape has is halved, down to 1. */
void array_level_fill(Array *array, const CUDA_ARRAY3D_DESCRIPTOR *description, unsigned at);
/* Memory that observers are told of; 0: there is no more. */
uint64_t array_memory_take(Context *context, uint64_t bytes);
void array_memory_give(uint64_t address, uint64_t bytes);
void array_free(Array *array);
void mipmapped_array_free(MipmappedArray *array);
void arrays_free(Context *context);
/* Each piece of memory that arrays have. */
void arrays_visit(void (*visit)(uint64_t address, uint64_t size));
/* Whether an array of this description can be made; `levels`: 0 without mipmaps. */
CUresult array_check(const CUDA_ARRAY3D_DESCRIPTOR *description, unsigned levels);

#endif
