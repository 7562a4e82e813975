// Decoupled look-back: value and status in one word, read until it is there.
// launch: --grid 16 --block 32
// arg: inout:u64[16]=constant:0
// arg: out:i32[16]
// out 1 = [sum(range(b)) for b in range(16)]
extern "C" __global__ void k(unsigned long long *state, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x)
        return;
    atomicExch(&state[b], 1ull << 32 | (unsigned)b);
    int before = 0;
    for (int at = b - 1; at >= 0;) {
        unsigned long long word = atomicAdd(&state[at], 0ull);
        if (word >> 32 == 0)
            continue;
        before += (int)(unsigned)word;
        if (word >> 32 == 2)
            break;
        at--;
    }
    atomicExch(&state[b], 2ull << 32 | (unsigned)(before + b));
    out[b] = before;
}
