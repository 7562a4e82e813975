// A hash table: a key that is there does not mean that its value is.
// launch: --grid 2 --block 32
// arg: inout:i32[64]=constant:-1
// arg: inout:i32[64]=constant:0
// arg: out:i32[64]
// wrong: global-race
extern "C" __global__ void k(int *keys, int *values, int *out)
{
    int i = blockIdx.x * 32 + threadIdx.x, key = i % 32;
    int seen = atomicCAS(&keys[key], -1, key);
    if (seen == -1)
        values[key] = key * 10; // <--
    else
        out[i] = values[key]; // <--
}
