// The event is recorded before the grid that it is meant to stand behind.
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
    cudaEvent_t filled;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    cudaEventRecord(filled, a);
    fill<<<1, 32, 0, a>>>(p, 1);
    cudaStreamWaitEvent(b, filled, 0);
    copy<<<1, 32, 0, b>>>(out, p);
    cudaEventDestroy(filled);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
