// A linked list to which all threads append by exchange of its head.
// launch: --grid 2 --block 64
// arg: inout:i32[1]=constant:-1
// arg: inout:i32[128]=constant:-2
// arg: inout:i32[1]=constant:0
// arg: inout:i32[1]=constant:0
// out 3 = [128]
extern "C" __global__ void k(int *head, int *next, int *done, int *length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    next[i] = atomicExch(head, i);
    __threadfence();
    if (atomicAdd(done, 1) == 127) {
        __threadfence();
        int count = 0;
        for (int at = atomicAdd(head, 0); at != -1; at = next[at])
            count++;
        *length = count;
    }
}
