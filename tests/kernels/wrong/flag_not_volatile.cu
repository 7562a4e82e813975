// The flag is a plain variable on the reader's side.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // <--
        __threadfence();
        *flag = 1; // <--
    } else {
        if (*flag) // <--
            *out = *data; // <--
        else
            *out = -1;
    }
}
