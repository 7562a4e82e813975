// A block's sum is announced with the block's scope only; the later, wider word doesn't undo that.
// launch: --grid 4 --block 32
// arg: inout:u64[4]=constant:0
// arg: out:i32[4]
// wrong: global-race
extern "C" __global__ void k(unsigned long long *state, int *out)
{
    int b = blockIdx.x;
    if (threadIdx.x)
        return;
    atomicExch_block(&state[b], 1ull << 32 | (unsigned)b); // <--
    int before = 0;
    for (int at = b - 1; at >= 0;) {
        unsigned long long word = atomicAdd(&state[at], 0ull); // <--
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
