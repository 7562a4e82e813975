// Lanes compare values, and half of them are not in the mask.
// launch: --grid 1 --block 32
// arg: out:u32[32]
// wrong: missing-lanes
// says: calls __match_any_sync()
extern "C" __global__ void k(unsigned *out)
{
    int t = threadIdx.x;
    out[t] = __match_any_sync(0x0000ffff, t / 4); // <--
}
