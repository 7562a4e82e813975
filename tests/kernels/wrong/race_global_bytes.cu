// Each thread updates a whole word of which its byte is a part.
// launch: --grid 1 --block 64
// arg: inout:u32[16]=constant:0
// wrong: global-race
extern "C" __global__ void k(unsigned *words)
{
    int i = threadIdx.x;
    words[i / 4] |= (i & 255u) << 8 * (i % 4); // <--
}
