// A worklist whose end is moved without an atomic, so that places are taken twice.
// launch: --grid 2 --block 32
// arg: in:i32[64]=ramp
// arg: inout:i32[64]=constant:-1
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(const int *in, int *list, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 3 == 0) {
        int at = *count; // <--
        *count = at + 1; // <--
        list[at % 64] = i; // <--
    }
}
