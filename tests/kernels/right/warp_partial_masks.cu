// Votes and shuffles in both branches, each with its own mask.
// launch: --grid 1 --block 32
// arg: out:u32[32]
// out 0 = [sum(range(0, 32, 2)) if i % 2 == 0 else 0xAAAAAAAA & 0xFF for i in range(32)]
extern "C" __global__ void k(unsigned *out)
{
    unsigned i = threadIdx.x;
    if (i % 2 == 0) {
        unsigned sum = i;
        for (int step = 16; step > 1; step /= 2)
            sum += __shfl_xor_sync(0x55555555, sum, step);
        out[i] = sum;
    } else {
        out[i] = __ballot_sync(0xAAAAAAAA, i < 8);
    }
}
