// The barrier's count is no multiple of 32.
// wrong: invalid-barrier
// only: own target
// launch: --grid 2 --block 160
// arg: in:i32[1024]=ramp
// arg: out:i32[256]
// Barriers 1 and 2: buffer full; 3 and 4: buffer free.
template <int ID, int COUNT> struct NamedBarrier {
    __device__ static void sync() { asm volatile("bar.sync %0, %1;" ::"n"(ID), "n"(COUNT) : "memory"); }
    __device__ static void arrive() { asm volatile("bar.arrive %0, %1;" ::"n"(ID), "n"(COUNT) : "memory"); } // <--
};
constexpr int CONSUMERS = 128, PRODUCERS = 32;
constexpr int ALL = CONSUMERS + 1;

template <int BUFFER> __device__ void produce(int *buffer, const int *in, int t)
{
    NamedBarrier<3 + BUFFER, ALL>::sync();
    for (int i = t; i < 128; i += PRODUCERS)
        buffer[i] = in[i];
    __threadfence_block();
    NamedBarrier<1 + BUFFER, ALL>::arrive();
}

template <int BUFFER> __device__ int consume(const int *buffer, int t)
{
    NamedBarrier<1 + BUFFER, ALL>::sync();
    int v = buffer[127 - t];
    NamedBarrier<3 + BUFFER, ALL>::arrive();
    return v;
}

extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int ring[2][128];
    int t = threadIdx.x;
    const int *mine = in + blockIdx.x * 512;
    if (t >= CONSUMERS) {
        t -= CONSUMERS;
        for (int s = 0; s < 4; s += 2) {
            produce<0>(ring[0], mine + s * 128, t);
            produce<1>(ring[1], mine + (s + 1) * 128, t);
        }
        NamedBarrier<3, ALL>::sync();
        NamedBarrier<4, ALL>::sync();
        return;
    }
    NamedBarrier<3, ALL>::arrive();
    NamedBarrier<4, ALL>::arrive();
    int sum = 0;
    for (int s = 0; s < 4; s += 2) {
        sum += consume<0>(ring[0], t);
        sum += consume<1>(ring[1], t);
    }
    out[blockIdx.x * 128 + t] = sum;
}
