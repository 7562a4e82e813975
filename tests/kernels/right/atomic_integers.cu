// Every atomic on 32-bit integers.
// launch: --grid 3 --block 50
// arg: inout:i32[9]=constant:0
// arg: inout:u32[2]=constant:0
// out 0 = [150, -11175, 149, -149, 255, 0, 0, 150, 0]
// out 1 = [150 % 101, 50]
extern "C" __global__ void k(int *a, unsigned *u)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&a[0], 1);
    atomicSub(&a[1], i);
    atomicMax(&a[2], i);
    atomicMin(&a[3], -i);
    atomicOr(&a[4], i);
    atomicAnd(&a[5], i);
    atomicXor(&a[6], i ^ i);
    int seen = a[8] * 0, old;
    do {
        old = seen;
        seen = atomicCAS(&a[7], old, old + 1);
    } while (seen != old);
    atomicInc(&u[0], 100);
    atomicDec(&u[1], 199);
}
