// Textures and surfaces: of one, two and three dimensions, elements and points between them. After n come the texture and the surface.
#define KERNEL(name) \
    extern "C" __global__ void name(float *out, const float *in, int n, cudaTextureObject_t tex, cudaSurfaceObject_t surf)
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)

KERNEL(tex_buffer_f32) { out[INDEX] = tex1Dfetch<float>(tex, INDEX * n); }
KERNEL(tex_buffer_f32x4) { out[INDEX] = tex1Dfetch<float4>(tex, INDEX * n).x; }
KERNEL(tex_line_f32_point) { out[INDEX] = tex1D<float>(tex, (INDEX * n + 0.5f)); }
KERNEL(tex_line_f32_linear) { out[INDEX] = tex1D<float>(tex, (INDEX * n + 0.7f)); }
KERNEL(tex_plane_f32_point) { out[Y * 128 + X] = tex2D<float>(tex, X * n + 0.5f, Y + 0.5f); }
KERNEL(tex_plane_f32_linear) { out[Y * 128 + X] = tex2D<float>(tex, X * n + 0.8f, Y + 0.2f); }
KERNEL(tex_plane_f32_turned) { out[Y * 128 + X] = tex2D<float>(tex, Y + 0.5f, X * n + 0.5f); }
KERNEL(tex_plane_u8_point) { out[Y * 128 + X] = tex2D<unsigned char>(tex, X * n + 0.5f, Y + 0.5f); }
KERNEL(tex_plane_u8x4_point) { out[Y * 128 + X] = tex2D<uchar4>(tex, X * n + 0.5f, Y + 0.5f).y; }
KERNEL(tex_plane_f32x4_point) { out[Y * 128 + X] = tex2D<float4>(tex, X * n + 0.5f, Y + 0.5f).y; }
KERNEL(tex_plane_f32x4_linear) { out[Y * 128 + X] = tex2D<float4>(tex, X * n + 0.9f, Y + 0.9f).y; }
KERNEL(tex_pitch_f32_point) { out[Y * 128 + X] = tex2D<float>(tex, X * n + 0.5f, Y + 0.5f); }
KERNEL(tex_pitch_f32_linear) { out[Y * 128 + X] = tex2D<float>(tex, X * n + 0.8f, Y + 0.2f); }
KERNEL(tex_space_f32_point) { out[Y * 128 + X] = tex3D<float>(tex, X * n + 0.5f, Y + 0.5f, n + 0.5f); }
KERNEL(tex_space_f32_linear) { out[Y * 128 + X] = tex3D<float>(tex, X * n + 0.8f, Y + 0.2f, n + 0.8f); }
KERNEL(tex_plane_f32_guarded) {
    if (X < n && Y < n)
        out[Y * 128 + X] = tex2D<float>(tex, X + 0.5f, Y + 0.5f) + tex2D<float>(tex, X + 1.5f, Y + 0.5f);
}
KERNEL(tex_plane_f32_scattered) {
    unsigned h = (Y * 128 + X) * 2654435761u;
    out[Y * 128 + X] = tex2D<float>(tex, (h >> 8) % n + 0.5f, (h >> 20) % n + 0.5f);
}
KERNEL(tex_plane_f32_odd) {
    if (X % 2)
        out[Y * 128 + X] = tex2D<float>(tex, X * n + 0.5f, Y + 0.5f);
}
KERNEL(tex_layers_f32_point) { out[Y * 128 + X] = tex2DLayered<float>(tex, X + 0.5f, Y + 0.5f, Y % n); }
KERNEL(tex_gather_f32) { out[Y * 128 + X] = tex2Dgather<float4>(tex, X * n + 1.0f, Y + 1.0f, 0).z; }
KERNEL(surf_plane_f32_read) { out[Y * 128 + X] = surf2Dread<float>(surf, X * n * 4 % 1024, Y); }
KERNEL(surf_plane_f32_write) { surf2Dwrite(in[X], surf, X * n * 4 % 1024, Y); }
KERNEL(surf_plane_f32_copy) { surf2Dwrite(surf2Dread<float>(surf, X * 4, Y) + 1.0f, surf, X * 4, Y + n); }
KERNEL(surf_plane_f32x4_copy) { surf2Dwrite(surf2Dread<float4>(surf, X * 16 % 2048, Y), surf, X * 16 % 2048, Y + n); }
KERNEL(surf_plane_u8_copy) { surf2Dwrite((unsigned char)(surf2Dread<unsigned char>(surf, X, Y) + n), surf, X, Y); }
KERNEL(surf_line_f32_read) { out[INDEX] = surf1Dread<float>(surf, INDEX * n * 4 % 4096); }
KERNEL(surf_space_f32_copy) { surf3Dwrite(surf3Dread<float>(surf, X * 4, Y, n), surf, X * 4, Y, n + 1); }
#define HASH ((Y * 128 + X) * 2654435761u)
#define NUMBER(v) ((float)(v))
KERNEL(tex_buffer_u8) { out[INDEX] = NUMBER(tex1Dfetch<unsigned char>(tex, INDEX * n)); }
KERNEL(tex_buffer_u16) { out[INDEX] = NUMBER(tex1Dfetch<unsigned short>(tex, INDEX * n)); }
KERNEL(tex_buffer_f32x2) { out[INDEX] = tex1Dfetch<float2>(tex, INDEX * n).y; }
KERNEL(tex_buffer_f32_scattered) { out[INDEX] = tex1Dfetch<float>(tex, (HASH >> 9) % n); }
KERNEL(tex_buffer_f32x4_scattered) { out[INDEX] = tex1Dfetch<float4>(tex, (HASH >> 9) % n).w; }
KERNEL(tex_buffer_u8_scattered) { out[INDEX] = NUMBER(tex1Dfetch<unsigned char>(tex, (HASH >> 9) % n)); }
KERNEL(tex_buffer_f32_some) {
    if (threadIdx.x % n == 1)
        out[INDEX] = tex1Dfetch<float>(tex, INDEX) + tex1Dfetch<float>(tex, INDEX + 100);
}
KERNEL(tex_buffer_f32_shifted) { out[INDEX] = tex1Dfetch<float>(tex, INDEX + n); }
KERNEL(tex_buffer_f32_permuted) { out[INDEX] = tex1Dfetch<float>(tex, INDEX ^ n); }
KERNEL(tex_line_f32_scattered) { out[INDEX] = tex1D<float>(tex, (HASH >> 9) % n + 0.5f); }
KERNEL(tex_line_u8_point) { out[INDEX] = NUMBER(tex1D<unsigned char>(tex, INDEX * n + 0.5f)); }
KERNEL(tex_line_f32x4_point) { out[INDEX] = tex1D<float4>(tex, INDEX * n + 0.5f).z; }
KERNEL(tex_plane_u8_scattered) { out[Y * 128 + X] = NUMBER(tex2D<unsigned char>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 20) % n + 0.5f)); }
KERNEL(tex_plane_f32x2_scattered) { out[Y * 128 + X] = tex2D<float2>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 20) % n + 0.5f).y; }
KERNEL(tex_plane_f32x4_scattered) { out[Y * 128 + X] = tex2D<float4>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 20) % n + 0.5f).x; }
KERNEL(tex_plane_f32_scattered_linear) { out[Y * 128 + X] = tex2D<float>(tex, (HASH >> 8) % n + 0.9f, (HASH >> 20) % n + 0.9f); }
KERNEL(tex_plane_u8x4_scattered) { out[Y * 128 + X] = tex2D<uchar4>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 20) % n + 0.5f).w; }
KERNEL(tex_plane_f32_level) { out[Y * 128 + X] = tex2DLod<float>(tex, X * n + 0.5f, Y + 0.5f, 0); }
KERNEL(tex_plane_f32_outside) { out[Y * 128 + X] = tex2D<float>(tex, (float)(X * n) - 200.5f, Y + 250.5f); }
KERNEL(tex_plane_f32_wave_linear) { out[Y * 128 + X] = tex2D<float>(tex, X * 0.25f * n, Y * 0.5f + X * 0.125f); }
KERNEL(tex_gather_f32_scattered) { out[Y * 128 + X] = tex2Dgather<float4>(tex, (HASH >> 8) % n + 1.0f, (HASH >> 20) % n + 1.0f, 0).x; }
KERNEL(tex_pitch_u8_point) { out[Y * 128 + X] = NUMBER(tex2D<unsigned char>(tex, X * n + 0.5f, Y + 0.5f)); }
KERNEL(tex_pitch_f32x4_point) { out[Y * 128 + X] = tex2D<float4>(tex, X * n + 0.5f, Y + 0.5f).x; }
KERNEL(tex_pitch_f32_scattered) { out[Y * 128 + X] = tex2D<float>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 20) % n + 0.5f); }
KERNEL(tex_pitch_f32_scattered_linear) { out[Y * 128 + X] = tex2D<float>(tex, (HASH >> 8) % n + 0.9f, (HASH >> 20) % n + 0.9f); }
KERNEL(tex_space_f32_scattered) { out[Y * 128 + X] = tex3D<float>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 17) % n + 0.5f, (HASH >> 25) % 8 + 0.5f); }
KERNEL(tex_layers_f32_scattered) { out[Y * 128 + X] = tex2DLayered<float>(tex, (HASH >> 8) % n + 0.5f, (HASH >> 17) % n + 0.5f, HASH >> 30); }
KERNEL(surf_line_f32_write) { surf1Dwrite(in[INDEX], surf, INDEX * n * 4 % 4096); }
KERNEL(surf_line_u8_read) { out[INDEX] = NUMBER(surf1Dread<unsigned char>(surf, INDEX * n % 4096)); }
KERNEL(surf_line_f32x4_read) { out[INDEX] = surf1Dread<float4>(surf, INDEX * n * 16 % 16384).y; }
KERNEL(surf_plane_f32_scattered) { out[Y * 128 + X] = surf2Dread<float>(surf, (HASH >> 8) % n * 4, (HASH >> 20) % n); }
KERNEL(surf_plane_f32x4_scattered) { out[Y * 128 + X] = surf2Dread<float4>(surf, (HASH >> 8) % n * 16, (HASH >> 20) % n).x; }
KERNEL(surf_plane_f32x2_scattered) { surf2Dwrite(make_float2(1, 2), surf, (HASH >> 8) % n * 8, (HASH >> 20) % n); }
KERNEL(surf_plane_u8_scattered) { surf2Dwrite((unsigned char)1, surf, (HASH >> 8) % n, (HASH >> 20) % n); }
KERNEL(surf_plane_u16_read) { out[Y * 128 + X] = NUMBER(surf2Dread<unsigned short>(surf, X * n * 2 % 1024, Y)); }
KERNEL(surf_plane_f32_turned) { surf2Dwrite(in[X], surf, Y * 4, X * n % 256); }
KERNEL(surf_plane_f32_some) {
    if (X % 2 && Y < n)
        surf2Dwrite(surf2Dread<float>(surf, X * 4, Y), surf, X * 4, Y + 64);
}
KERNEL(surf_plane_f32_outside) { surf2Dwrite(1.0f, surf, X * n * 4, Y, cudaBoundaryModeZero); }
KERNEL(surf_space_f32_scattered) { surf3Dwrite(1.0f, surf, (HASH >> 8) % n * 4, (HASH >> 17) % n, (HASH >> 25) % 8); }
KERNEL(surf_plane_u32_reduce) {
    asm volatile("sured.b.2d.add.u32.clamp [%0, {%1, %2}], %3;" ::"l"(surf), "r"((int)((HASH >> 8) % n * 4)), "r"((int)((HASH >> 20) % n)), "r"(1));
}
#define AT(k) X *n + k, Y + k
#define SCATTER (HASH >> 8) % n + 0.9f, (HASH >> 20) % n + 0.9f
KERNEL(tex_plane_f32x2_linear) { out[Y * 128 + X] = tex2D<float2>(tex, AT(0.9f)).y; }
KERNEL(tex_plane_f16_linear) { out[Y * 128 + X] = tex2D<float>(tex, AT(0.9f)); }
KERNEL(tex_plane_f16x2_linear) { out[Y * 128 + X] = tex2D<float2>(tex, AT(0.9f)).y; }
KERNEL(tex_plane_f16x4_linear) { out[Y * 128 + X] = tex2D<float4>(tex, AT(0.9f)).y; }
KERNEL(tex_plane_n8_linear) { out[Y * 128 + X] = tex2D<float>(tex, AT(0.9f)); }
KERNEL(tex_plane_n8x4_linear) { out[Y * 128 + X] = tex2D<float4>(tex, AT(0.9f)).y; }
KERNEL(tex_plane_f32x4_scattered_linear) { out[Y * 128 + X] = tex2D<float4>(tex, SCATTER).y; }
KERNEL(tex_plane_f32x2_scattered_linear) { out[Y * 128 + X] = tex2D<float2>(tex, SCATTER).y; }
KERNEL(tex_plane_f32_fetch) { // whole coordinates
    float v[4];
    asm volatile("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]) : "l"(tex), "r"((int)(X * n)), "r"((int)Y));
    out[Y * 128 + X] = v[0];
}
KERNEL(tex_plane_f32x4_fetch) {
    float v[4];
    asm volatile("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                 : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3]) : "l"(tex), "r"((int)(X * n)), "r"((int)Y));
    out[Y * 128 + X] = v[0] + v[3];
}
KERNEL(tex_line_f32x2_linear) { out[INDEX] = tex1D<float2>(tex, INDEX * n + 0.9f).y; }
KERNEL(tex_line_f32x4_linear) { out[INDEX] = tex1D<float4>(tex, INDEX * n + 0.9f).y; }
KERNEL(tex_pitch_f32x4_linear) { out[Y * 128 + X] = tex2D<float4>(tex, AT(0.9f)).y; }
KERNEL(tex_pitch_f32x2_scattered_linear) { out[Y * 128 + X] = tex2D<float2>(tex, SCATTER).y; }
KERNEL(tex_space_f32x2_linear) { out[Y * 128 + X] = tex3D<float2>(tex, AT(0.9f), n + 0.9f).y; }
KERNEL(tex_space_f32x4_linear) { out[Y * 128 + X] = tex3D<float4>(tex, AT(0.9f), n + 0.9f).y; }
KERNEL(tex_space_n8_linear) { out[Y * 128 + X] = tex3D<float>(tex, AT(0.9f), n + 0.9f); }
KERNEL(tex_space_n8x4_linear) { out[Y * 128 + X] = tex3D<float4>(tex, AT(0.9f), n + 0.9f).y; }
KERNEL(tex_space_f16x4_linear) { out[Y * 128 + X] = tex3D<float4>(tex, AT(0.9f), n + 0.9f).y; }
KERNEL(tex_space_f32x4_point) { out[Y * 128 + X] = tex3D<float4>(tex, AT(0.5f), n + 0.5f).y; }
KERNEL(tex_space_f32_scattered_linear) { out[Y * 128 + X] = tex3D<float>(tex, (HASH >> 8) % n + 0.9f, (HASH >> 17) % n + 0.9f, (HASH >> 25) % 8 + 0.9f); }
KERNEL(tex_layers_f32_linear) { out[Y * 128 + X] = tex2DLayered<float>(tex, X + 0.9f, Y + 0.9f, Y % n); }
KERNEL(tex_layers_f32x4_linear) { out[Y * 128 + X] = tex2DLayered<float4>(tex, X + 0.9f, Y + 0.9f, X % n).y; }
KERNEL(tex_gather_f32x4) { out[Y * 128 + X] = tex2Dgather<float4>(tex, X * n + 1.0f, Y + 1.0f, 1).z; }
KERNEL(surf_space_u8_copy) { surf3Dwrite((unsigned char)(surf3Dread<unsigned char>(surf, X * n % 128, Y, 1) + 1), surf, X * n % 128, Y, 2); }
KERNEL(surf_space_f32x4_copy) { surf3Dwrite(surf3Dread<float4>(surf, X * 16 * n % 2048, Y, 1), surf, X * 16 * n % 2048, Y, 2); }
KERNEL(surf_space_f32_turned) { out[Y * 128 + X] = surf3Dread<float>(surf, Y * 4, X * n % 64, X % 8); }
KERNEL(surf_layers_f32_copy) { surf2DLayeredwrite(surf2DLayeredread<float>(surf, X * 4 * n % 512, Y, 1), surf, X * 4 * n % 512, Y, X % 4); }
KERNEL(surf_plane_f32x2_copy) { surf2Dwrite(surf2Dread<float2>(surf, X * 8 * n % 4096, Y), surf, X * 8 * n % 4096, Y + 32); }
#define GRADIENT make_float2(0.5f, 0), make_float2(0, 0.5f)
KERNEL(tex_plane_f32_level_linear) { out[Y * 128 + X] = tex2DLod<float>(tex, AT(0.9f), 0); }
KERNEL(tex_plane_f32x2_level) { out[Y * 128 + X] = tex2DLod<float2>(tex, AT(0.5f), 0).y; }
KERNEL(tex_plane_f32x4_level) { out[Y * 128 + X] = tex2DLod<float4>(tex, AT(0.5f), 0).y; }
KERNEL(tex_plane_u8_level) { out[Y * 128 + X] = NUMBER(tex2DLod<unsigned char>(tex, AT(0.5f), 0)); }
KERNEL(tex_plane_f32x4_level_linear) { out[Y * 128 + X] = tex2DLod<float4>(tex, AT(0.9f), 0).y; }
KERNEL(tex_plane_f32_drawn_level) { out[Y * 128 + X] = tex2DLod<float>(tex, AT(0.5f), in[X] - 1); }
KERNEL(tex_plane_f32_drawn_level_linear) { out[Y * 128 + X] = tex2DLod<float>(tex, AT(0.9f), in[X] - 1); }
KERNEL(tex_plane_f32_gradient) { out[Y * 128 + X] = tex2DGrad<float>(tex, AT(0.5f), GRADIENT); }
KERNEL(tex_plane_f32_gradient_linear) { out[Y * 128 + X] = tex2DGrad<float>(tex, AT(0.9f), GRADIENT); }
KERNEL(tex_line_f32_level) { out[INDEX] = tex1DLod<float>(tex, INDEX * n + 0.5f, 0); }
KERNEL(tex_space_f32_level) { out[Y * 128 + X] = tex3DLod<float>(tex, AT(0.5f), n + 0.5f, 0); }
KERNEL(tex_space_f32_level_linear) { out[Y * 128 + X] = tex3DLod<float>(tex, AT(0.9f), n + 0.9f, 0); }
KERNEL(tex_layers_f32_level) { out[Y * 128 + X] = tex2DLayeredLod<float>(tex, X + 0.5f, Y + 0.5f, Y % n, 0); }
KERNEL(tex_pitch_f32_level) { out[Y * 128 + X] = tex2DLod<float>(tex, AT(0.5f), 0); }
KERNEL(tex_plane_f32_middle_linear) { out[Y * 128 + X] = tex2D<float>(tex, AT(0.5f)); }
KERNEL(tex_space_f32_middle_linear) { out[Y * 128 + X] = tex3D<float>(tex, AT(0.5f), n + 0.5f); }
KERNEL(tex_space_f32_edge_linear) { out[Y * 128 + X] = tex3D<float>(tex, AT(0.9f), 8 - X % 2 - 0.1f); }
KERNEL(tex_space_f32_slices_linear) { out[Y * 128 + X] = tex3D<float>(tex, AT(0.9f), X % 4 + 0.9f); }
KERNEL(tex_plane_f32_level_guarded) {
    if (X % n == 1)
        out[Y * 128 + X] = tex2DLod<float>(tex, AT(0.5f), 0);
}
KERNEL(surf_plane_u32_reduce_same) {
    asm volatile("sured.b.2d.add.u32.clamp [%0, {%1, %2}], %3;" ::"l"(surf), "r"((int)(X / n * 4)), "r"((int)Y), "r"(1));
}
KERNEL(surf_plane_u32_reduce_max) {
    asm volatile("sured.b.2d.max.u32.clamp [%0, {%1, %2}], %3;" ::"l"(surf), "r"((int)(X % n * 4)), "r"((int)(Y % 2)), "r"(1));
}
KERNEL(surf_layers_f32_line) { out[Y * 128 + X] = surf2DLayeredread<float>(surf, X * 4 * n % 512, Y, Y % 4); }
