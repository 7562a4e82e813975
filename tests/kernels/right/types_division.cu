// Signed division and remainder, towards zero.
// launch: --grid 3 --block 32
// arg: out:i32[96]
// arg: out:i32[96]
// arg: out:u32[96]
// out 0 = [int((i - 48) * 1001 / (i % 7 - 8)) for i in range(96)]
// out 1 = [int(math.fmod((i - 48) * 1001, i % 7 - 8)) for i in range(96)]
// out 2 = [(4000000000 + i) // (i + 1) % 1000 for i in range(96)]
extern "C" __global__ void k(int *q, int *r, unsigned *u)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = (i - 48) * 1001, b = i % 7 - 8;
    q[i] = a / b;
    r[i] = a % b;
    u[i] = (4000000000u + i) / (i + 1) % 1000;
}
