// A vote whose mask does not name all that call it.
// launch: --grid 1 --block 32
// arg: out:u32[32]
// wrong: missing-lanes
// says: calls __ballot_sync()
extern "C" __global__ void k(unsigned *out)
{
    out[threadIdx.x] = __ballot_sync(0x00ffffff, threadIdx.x % 2); // <--
}
