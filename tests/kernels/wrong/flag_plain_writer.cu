// The flag is read as volatile, but raised by a plain write: the fence before it does not make it a flag.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
// only: optimised code
// says: a flag must be volatile or atomic on both sides
// says: Should line 15 hand over to line 17, as a lock or a flag does? Then line 15 must be
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // <--
        __threadfence();
        *flag = 1; // <--
    } else {
        if (*(volatile int *)flag) { // <--
            __threadfence();
            *out = *data; // <--
        } else {
            *out = -1;
        }
    }
}
