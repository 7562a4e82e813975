// Two streams, and an event behind the first grid that the second waits for.
// launch: --kernel k --grid 1 --block 1
// arg: out:i32[32]
// arg: out:i32[32]
// out 1 = [6] * 32
__global__ void fill(int *p, int v)
{
    p[threadIdx.x] = v;
}
__global__ void copy(int *to, const int *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

extern "C" __global__ void k(int *p, int *out)
{
    cudaStream_t a, b;
    cudaEvent_t filled;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&filled, cudaEventDisableTiming);
    fill<<<1, 32, 0, a>>>(p, 6);
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled, 0);
    copy<<<1, 32, 0, b>>>(out, p);
    cudaEventDestroy(filled);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
