// A plain update beside atomic ones.
// launch: --grid 2 --block 32
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *count)
{
    if (blockIdx.x == 0 && threadIdx.x == 3)
        *count += 10; // <--
    else
        atomicAdd(count, 1); // <--
}
