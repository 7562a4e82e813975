// The scan reads and writes one buffer: the roles are never changed.
// wrong: shared-race
// only: own target
// launch: --grid 3 --block 128 --shared 8192
// arg: in:i32[384]=ramp
// arg: out:i32[384]
// arg: i32=128
extern "C" __global__ void k(const int *g_idata, int *g_odata, int n)
{
    extern __shared__ int temp[];
    int thid = threadIdx.x;
    int pout = 0, pin = 1;
    const int *src = g_idata + blockIdx.x * n;
    temp[pout * n + thid] = (thid > 0) ? src[thid - 1] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset *= 2) {
        pin = pout;
        if (thid >= offset)
            temp[pout * n + thid] = temp[pin * n + thid] + temp[pin * n + thid - offset]; // <--
        else
            temp[pout * n + thid] = temp[pin * n + thid];
        __syncthreads();
    }
    g_odata[blockIdx.x * n + thid] = temp[pout * n + thid];
}
