// Mathematical functions within their stated errors.
// launch: --grid 2 --block 32
// data x = [0.05 + i / 16 for i in range(64)]
// arg: in:f32[64]=@x
// arg: out:f32[64]
// arg: out:f32[64]
// arg: out:f32[64]
// arg: out:f32[64]
// near 1 2e-6 = [math.sin(v) + math.cos(v) for v in x]
// near 2 2e-6 = [math.exp(-v) * math.log(v) for v in x]
// near 3 4e-6 = [v ** 2.5 / math.sqrt(v) for v in x]
// near 4 2e-6 = [math.erf(v) + math.tanh(v) + v * v + 1 for v in x]
extern "C" __global__ void k(const float *x, float *a, float *b, float *c, float *d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    a[i] = sinf(v) + cosf(v);
    b[i] = expf(-v) * logf(v);
    c[i] = powf(v, 2.5f) * rsqrtf(v);
    d[i] = erff(v) + tanhf(v) + fmaf(v, v, 1.0f);
}
