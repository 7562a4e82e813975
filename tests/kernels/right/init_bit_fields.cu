// Bit-fields that are set one after the other: the word is loaded to put each in.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// out 0 = [t % 8 + 5 + t % 2 for t in range(32)]
struct Fields {
    unsigned low : 3, middle : 9, high : 1;
};
__device__ __noinline__ void fill(Fields *fields, unsigned t)
{
    fields->low = t;
    fields->middle = 5;
    fields->high = t & 1;
}
extern "C" __global__ void k(int *out)
{
    Fields fields;
    fill(&fields, threadIdx.x);
    out[threadIdx.x] = fields.low + fields.middle + fields.high;
}
