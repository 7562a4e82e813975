// A bit for each of 100 elements, in three words.
// launch: --grid 1 --block 100
// arg: inout:u32[3]=constant:0
// wrong: out-of-bounds
// only: own target
// says: bits[3]: bits has 3 elements
extern "C" __global__ void k(unsigned *bits)
{
    atomicOr(&bits[threadIdx.x / 32], 1u << threadIdx.x % 32); // <--
}
