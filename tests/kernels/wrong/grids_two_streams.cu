// Two named streams, no event.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// arg: out:i32[32]
// wrong: grid-race
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v; // <--
}
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x]; // <--
}

extern "C" __global__ void k(int *p, int *out)
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    fill<<<1, 32, 0, a>>>(p, 1);
    copy<<<1, 32, 0, b>>>(out, p);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
