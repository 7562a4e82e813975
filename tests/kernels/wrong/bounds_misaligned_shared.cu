// Two arrays carved out of shared memory: the doubles behind an odd number of ints.
// launch: --grid 1 --block 16 --shared 512
// arg: out:f64[16]
// arg: i32=17
// wrong: misaligned
extern "C" __global__ void k(double *out, int n)
{
    extern __shared__ int ints[];
    double *doubles = (double *)(ints + n);
    doubles[threadIdx.x] = threadIdx.x; // <--
    __syncwarp(0xffff);
    out[threadIdx.x] = doubles[15 - threadIdx.x];
}
