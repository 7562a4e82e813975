// The child's grid is rounded up, and the child does not look where the array ends.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[40]
// arg: i32=40
// wrong: out-of-bounds
__global__ void child(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i; // <--
}
extern "C" __global__ void k(int *out, int n)
{
    child<<<(n + 31) / 32, 32>>>(out);
}
