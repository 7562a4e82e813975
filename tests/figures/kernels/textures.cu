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
