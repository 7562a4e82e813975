// An event behind a grid that waited for another: the third comes after the first.
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

__global__ void nothing()
{
}
extern "C" __global__ void k(int *p, int *out)
{
    cudaStream_t s[3];
    cudaEvent_t e[2];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++)
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    fill<<<1, 32, 0, s[0]>>>(p, 6);
    cudaEventRecord(e[0], s[0]);
    cudaStreamWaitEvent(s[1], e[0], 0);
    nothing<<<1, 1, 0, s[1]>>>();
    cudaEventRecord(e[1], s[1]);
    cudaStreamWaitEvent(s[2], e[1], 0);
    copy<<<1, 32, 0, s[2]>>>(out, p);
}
