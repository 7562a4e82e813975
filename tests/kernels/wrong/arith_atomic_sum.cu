// Each number is finite, and so is what each thread finds; their sum in memory is not.
// launch: --grid 1 --block 32
// arg: in:f32[32]=constant:3e37
// arg: inout:f32[1]=constant:0
// wrong: infinity
// says: 3.29999976e+38 + 3.00000011e+37
extern "C" __global__ void k(const float *in, float *sum)
{
    atomicAdd(sum, in[threadIdx.x]); // <--
}
