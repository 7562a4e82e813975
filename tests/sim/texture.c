/* Textures and surfaces of a script: made of its buffers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static const char *const shapes[] = {
    [SIM_TEXTURE_LINEAR] = "linear",  [SIM_TEXTURE_1D] = "1d",
    [SIM_TEXTURE_2D] = "2d",          [SIM_TEXTURE_3D] = "3d",
    [SIM_TEXTURE_1D_LAYERED] = "a1d", [SIM_TEXTURE_2D_LAYERED] = "a2d",
    [SIM_TEXTURE_CUBE] = "cube",      [SIM_TEXTURE_CUBE_LAYERED] = "acube",
};
static const char *const types[] = {
    [SIM_TEXEL_U8] = "u8",   [SIM_TEXEL_U16] = "u16", [SIM_TEXEL_U32] = "u32",
    [SIM_TEXEL_S8] = "s8",   [SIM_TEXEL_S16] = "s16", [SIM_TEXEL_S32] = "s32",
    [SIM_TEXEL_F16] = "f16", [SIM_TEXEL_F32] = "f32",
};
static const char *const modes[] = {"wrap", "clamp", "mirror", "border"};

/* -1: none of them. */
static int find(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (names[i] && strcmp(names[i], name) == 0)
            return (int)i;
    return -1;
}

#define FIND(names, name) find(names, sizeof(names) / sizeof *(names), name)

static bool take_word(SimTexture *texture, const char *word)
{
    int mode = FIND(modes, word);
    if (mode >= 0)
        for (int i = 0; i < 3; i++)
            texture->borders[i] = (SimTextureBorder)mode;
    texture->linear |= strcmp(word, "filtered") == 0;
    texture->normalised |= strcmp(word, "normalised") == 0;
    texture->seamless |= strcmp(word, "seamless") == 0;
    texture->integer |= strcmp(word, "integer") == 0;
    texture->surface |= strcmp(word, "surface") == 0;
    return mode >= 0 || strcmp(word, "filtered") == 0 || texture->normalised || texture->integer ||
           texture->surface || texture->seamless;
}

bool texture_parse(const char *text, ScriptTexture *out)
{
    char shape[16], type[8], word[16];
    unsigned channels, x, y, z;
    int used = 0, more;
    *out = (ScriptTexture){0};
    if (sscanf(text, "%31s %31s %15s %7s %u %u,%u,%u%n", out->name, out->buffer, shape, type,
               &channels, &x, &y, &z, &used) != 8)
        return false;
    SimTexture *texture = &out->texture;
    int shape_at = FIND(shapes, shape), type_at = FIND(types, type);
    if (shape_at < 0 || type_at < 0)
        return false;
    texture->shape = (SimTextureShape)shape_at;
    texture->type = (SimTexelType)type_at;
    texture->channels = channels;
    texture->texel_bytes = channels * (uint32_t)strtoul(type + 1, NULL, 10) / 8;
    texture->level_count = 1;
    texture->levels[0] = (SimTextureLevel){.pitch = (uint64_t)x * texture->texel_bytes,
                                           .slice = (uint64_t)x * y * texture->texel_bytes,
                                           .width = x,
                                           .height = y,
                                           .depth = z};
    for (text += used; sscanf(text, "%15s%n", word, &more) == 1; text += more)
        if (!take_word(texture, word))
            return false;
    return true;
}

SimTextures *textures_place(Script *script)
{
    SimTextures *textures = script->textures.size ? sim_textures_new() : NULL;
    for (size_t i = 0; i < script->textures.size; i++) {
        ScriptTexture *made = &script->textures.data[i];
        for (size_t b = 0; b < script->buffers.size; b++)
            if (strcmp(script->buffers.data[b].name, made->buffer) == 0)
                made->texture.levels[0].address = script->buffers.data[b].address;
        if (made->texture.levels[0].address)
            made->handle = sim_texture_add(textures, &made->texture);
    }
    return textures;
}

const ScriptTexture *texture_find(const Script *script, const char *name)
{
    for (size_t i = 0; i < script->textures.size; i++)
        if (strcmp(script->textures.data[i].name, name) == 0)
            return &script->textures.data[i];
    return NULL;
}
