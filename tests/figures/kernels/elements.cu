// Elements of all sizes at strides, through each way to load and store; structures of odd sizes, fields apart and side
// by side. All kernels get two buffers of 4 MiB, filled with zeros, and a number.
#define KERNEL(name, type) extern "C" __global__ void name(type *out, const type *in, int n)
#define I (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL(stride_u8, unsigned char) { out[I * n] = in[I * n]; }
KERNEL(stride_u16, unsigned short) { out[I * n] = in[I * n]; }
KERNEL(stride_f32, float) { out[I * n] = in[I * n]; }
KERNEL(stride_f64, double) { out[I * n] = in[I * n]; }
KERNEL(stride_f32x2, float2) { out[I * n] = in[I * n]; }
KERNEL(stride_f32x4, float4) { out[I * n] = in[I * n]; }
KERNEL(stride_f64x2, double2) { out[I * n] = in[I * n]; }
KERNEL(stride_u8x4, uchar4) { out[I * n] = in[I * n]; }

// An offset of n elements that the vectors' size doesn't divide a sector at.
KERNEL(offset_u8, unsigned char) { out[I + n] = in[I + n]; }
KERNEL(offset_f64, double) { out[I + n] = in[I + n]; }
KERNEL(offset_f32x4, float4) { out[I + n] = in[I + n]; }

// The compiler splits these into what their alignment allows.
struct Three { float x, y, z; };
struct Five { float x, y, z, w, v; };
struct Six { double x, y, z; };
struct Twelve { float x[12]; };
KERNEL(struct_12, Three) { out[I] = in[I]; }
KERNEL(struct_20, Five) { out[I] = in[I]; }
KERNEL(struct_24, Six) { out[I] = in[I]; }
KERNEL(struct_48, Twelve) { out[I] = in[I]; }
KERNEL(struct_12_one_field, Three) { out[I].y = in[I].z; }
KERNEL(struct_20_one_field, Five) { out[I].v = in[I].w; }
KERNEL(fields_apart, float)
{
    for (int k = 0; k < 3; k++)
        out[k * 4096 + I] = in[k * 4096 + I];
}
KERNEL(fields_together, float)
{
    for (int k = 0; k < 3; k++)
        out[I * 3 + k] = in[I * 3 + k];
}

// Ways to load and store.
KERNEL(load_volatile, float) { out[I] = ((volatile const float *)in)[I * n]; }
KERNEL(store_volatile, float) { ((volatile float *)out)[I * n] = in[I]; }
KERNEL(load_ldg, float) { out[I] = __ldg(in + I * n); }
KERNEL(load_ldg_f32x4, float4) { out[I] = __ldg(in + I * n); }
KERNEL(load_ldcs, float) { out[I] = __ldcs(in + I * n); }
KERNEL(load_ldcg, float) { out[I] = __ldcg(in + I * n); }
KERNEL(load_ldca, float) { out[I] = __ldca(in + I * n); }
KERNEL(load_ldcv, float) { out[I] = __ldcv(in + I * n); }
KERNEL(store_stcs, float) { __stcs(out + I * n, in[I]); }
KERNEL(store_stwt, float) { __stwt(out + I * n, in[I]); }
extern "C" __global__ void load_restrict(float *__restrict__ out, const float *__restrict__ in, int n)
{
    out[I] = in[I * n] + in[I * n + 1];
}
KERNEL(neighbours, float) { out[I] = in[I] + in[I + 1] + in[I + 2]; }
KERNEL(grid_stride, float)
{
    for (int i = I; i < 50000; i += gridDim.x * blockDim.x)
        out[i] = in[i] * 2;
}
KERNEL(each_own_row, float)
{
    float sum = 0;
    for (int k = 0; k < 32; k++)
        sum += in[I * 32 + k];
    out[I] = sum;
}

// Indices that no compiler can tell.
__device__ unsigned scatter(unsigned i) { return (i * 2654435761u ^ i >> 3) * 40503u >> 7; }
KERNEL(gather, float) { out[I] = in[scatter(I) % n]; }
KERNEL(gather_f64, double) { out[I] = in[scatter(I) % n]; }
KERNEL(gather_f32x4, float4) { out[I] = in[scatter(I) % n]; }
KERNEL(gather_u8, unsigned char) { out[I] = in[scatter(I) % n]; }
KERNEL(scatter_f32, float) { out[scatter(I) % n] = in[I]; }
KERNEL(scatter_f64, double) { out[scatter(I) % n] = in[I]; }
KERNEL(scatter_u8, unsigned char) { out[scatter(I) % n] = in[I]; }

// Lanes that have nothing to do.
KERNEL(guarded, float)
{
    if (I < n)
        out[I] = in[I];
}
KERNEL(every_nth, float)
{
    if (I % n == 0)
        out[I] = in[I];
}
KERNEL(scattered_lanes, float)
{
    if (scatter(I) & 1)
        out[I] = in[I * 3];
}
KERNEL(one_thread, float)
{
    if (I == 0)
        for (int k = 0; k < n; k++)
            out[k] = in[k];
}
KERNEL(either, float)
{
    if (threadIdx.x & 1)
        out[I] = in[I] * 3;
    else
        out[I + 65536] = in[I + 100000] + 1;
}

__constant__ float table[256];
KERNEL(constant_same, float) { out[I] = table[n] + in[I]; }
KERNEL(constant_lanes, float) { out[I] = table[threadIdx.x % n]; }
