/* Texture and surface references: what their calls share. */
#ifndef CULAB_SIM_API_TEXTURE_REFERENCE_H
#define CULAB_SIM_API_TEXTURE_REFERENCE_H

#include "sim/api/texture.h"

/* Enters with a reference; a handle that is none: INVALID_HANDLE. */
CUresult api_enter_texture_reference(CUtexref handle, TextureReference **reference);
CUresult api_enter_surface_reference(CUsurfref handle, TextureReference **reference);
/* Takes a new state if a texture can be made of it; launches before this call keep the old one. */
CUresult reference_change(TextureReference *reference, const TextureReference *state);

#endif
