// The fence has the scope of a block where the reader is in another one.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // <--
        __threadfence_block();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence_block();
        out[0] = *data; // <--
    }
}
