// The last grid adds up, but nobody has put a fence before the counter.
// launch: --kernel k --grid 4 --block 1
// arg: inout:i32[1]=@zero
// arg: out:i32[4]
// arg: out:i32[1]
// data zero = [0]
// wrong: grid-race
__global__ void work(int *done, int *part, int *sum, int i)
{
    part[i] = i; // <--
    if (atomicAdd(done, 1) == 3)
        *sum = part[0] + part[1] + part[2] + part[3]; // <--
}
extern "C" __global__ void k(int *done, int *part, int *sum)
{
    work<<<1, 1>>>(done, part, sum, blockIdx.x);
}
