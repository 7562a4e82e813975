// The least float: who has no less one leaves after a plain first read.
// launch: --grid 4 --block 64
// arg: in:f32[256]=ramp:5,1
// arg: inout:f32[1]=constant:1000
// out 1 = [5.0]
// only: optimised code
extern "C" __global__ void k(const float *in, float *least)
{
    int *bits = (int *)least, old = *bits;
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    while (v < __int_as_float(old)) {
        int seen = old;
        old = atomicCAS(bits, seen, __float_as_int(v));
        if (old == seen)
            break;
    }
}
