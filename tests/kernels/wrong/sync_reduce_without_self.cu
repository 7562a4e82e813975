// A sum over lanes by a lane that its mask does not name.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: missing-lanes
// says: calls __reduce_add_sync()
// least: 80
extern "C" __global__ void k(int *out)
{
    int t = threadIdx.x;
    out[t] = __reduce_add_sync(0xffff, t); // <--
}
