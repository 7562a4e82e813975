// Loops whose length differs widely between the lanes.
// launch: --grid 2 --block 50
// arg: out:i32[100]
// out 0 = [(lambda f: f(f, i + 1))(lambda f, n: 0 if n == 1 else 1 + f(f, n // 2 if n % 2 == 0 else 3 * n + 1)) for i in range(100)]
extern "C" __global__ void k(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    for (unsigned n = i + 1; n != 1; steps++)
        n = n % 2 ? 3 * n + 1 : n / 2;
    out[i] = steps;
}
