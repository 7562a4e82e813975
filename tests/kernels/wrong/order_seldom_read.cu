// The first block sums up if all others are done by then: mostly they are not, and nothing seems wrong.
// launch: --grid 4 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[4]=constant:0
// arg: out:i32[1]
// wrong: global-race
// only: own target
extern "C" __global__ void k(int *done, int *part, int *out)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x) {
        part[blockIdx.x] = blockIdx.x; // <--
        atomicAdd(done, 1);
    } else if (atomicAdd(done, 0) == 3) {
        *out = part[1] + part[2] + part[3]; // <--
    }
}
