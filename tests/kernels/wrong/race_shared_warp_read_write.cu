// Neighbours shift in place: reads and writes of one instruction each, with nothing between.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: shared-race
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int line[32];
    int i = threadIdx.x;
    line[i] = in[i];
    __syncwarp();
    int next = line[(i + 1) % 32]; // <--
    line[i] = next; // <--
    __syncwarp();
    out[i] = line[i];
}
