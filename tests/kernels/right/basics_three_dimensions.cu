// A 3-D grid of 3-D blocks, none a multiple of the problem.
// launch: --grid 3,2,2 --block 5,3,2
// arg: out:i32[13x5x3]
// out 0 = [x + 100 * y + 10000 * z for z in range(3) for y in range(5) for x in range(13)]
extern "C" __global__ void k(int *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 13 && y < 5 && z < 3)
        out[(z * 5 + y) * 13 + x] = x + 100 * y + 10000 * z;
}
