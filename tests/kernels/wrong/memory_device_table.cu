// More threads than a table of the module has rows.
// launch: --grid 1 --block 20
// arg: out:i32[20]
// wrong: out-of-bounds
// says: table[16]: table has 16 elements, table[0] to table[15]
namespace lab {
__device__ int table[16];
}
extern "C" __global__ void k(int *out)
{
    lab::table[threadIdx.x] = threadIdx.x; // <--
    out[threadIdx.x] = 1;
}
