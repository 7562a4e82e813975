// free() of what the host has allocated.
// launch: --grid 1 --block 1
// arg: inout:i32[64]=ramp
// arg: out:i32[1]
// wrong: invalid-free
extern "C" __global__ void k(int *data, int *out)
{
    *out = data[5];
    free(data); // <--
}
