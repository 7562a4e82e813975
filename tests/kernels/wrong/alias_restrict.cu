// Declared as read-only for the whole kernel, and written all the same.
// launch: --grid 1 --block 64
// arg: inout:i32[65]=ramp
// wrong: global-race
extern "C" __global__ void k(int *a)
{
    int t = threadIdx.x;
    int v = __ldg(&a[t + 1]); // <--
    a[t] = v; // <--
}
