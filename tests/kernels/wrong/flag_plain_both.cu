// A flag between fences that is plain on both sides.
// launch: --grid 2 --block 1
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// arg: out:i32[1]
// wrong: global-race
// only: optimised code
// says: a flag that others look at meanwhile must be volatile or atomic on both sides
// says: Then both must be volatile or atomic
extern "C" __global__ void k(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // <--
        __threadfence();
        *flag = 1; // <--
    } else {
        if (*flag) { // <--
            __threadfence();
            *out = *data; // <--
        } else {
            *out = -1;
        }
    }
}
