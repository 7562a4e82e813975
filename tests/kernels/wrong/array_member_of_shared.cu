// An index past an array in one of the structs that are in dynamic shared memory.
// launch: --grid 1 --block 32 --shared 896
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: particles[9].near[5]
// only: debug information
struct Particle {
    int id, near[5], last;
};
extern __shared__ Particle particles[];
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    particles[t].last = in[t];
    for (int i = 0; i < 5; i++)
        particles[t].near[i] = in[t] * i;
    particles[t].near[in[t] == 9 ? 5 : 1] = 3; // <--
    out[t] = particles[t].near[1] + particles[t].last;
}
