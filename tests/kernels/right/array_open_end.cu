// A struct whose last member is as long as there is room for.
// launch: --grid 1 --block 32
// arg: in:i32[8]=ramp
// arg: out:i32[32]
// out 1 = [27 + 0 + i for i in range(32)]
struct Packet {
    int size, kind, data[1];
};
extern "C" __global__ void k(const Packet *packet, int *out)
{
    int t = threadIdx.x, own[3] = {0, 0, 0};
    for (int i = 0; i < 6; i++)
        own[i % 3] += packet->data[i];
    out[t] = own[0] + own[1] + own[2] + packet->size + t;
}
