// Bit fields of one word, each updated by another thread.
// launch: --grid 1 --block 64
// arg: inout:u32[32]=constant:0
// wrong: global-race
// only: own target (newer ones join the two stores in one line)
struct Two { unsigned low : 4, high : 4; };
extern "C" __global__ void k(Two *a)
{
    int t = threadIdx.x;
    if (t < 32)
        a[t].low = t + 1; // <--
    else
        a[t - 32].high = t + 1; // <--
}
