// An index past an array in a struct of the module's.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: state.first[32]
// only: own target
struct State {
    int first[32], second[32];
};
__device__ State state;
extern "C" __global__ void k(const int *in, int *out)
{
    int t = threadIdx.x;
    state.second[t] = in[t];
    __syncthreads();
    state.first[t] = in[t];
    __syncthreads();
    out[t] = state.first[in[t] + 1] + state.second[t]; // <--
}
