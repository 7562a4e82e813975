// A bounded queue: those that find no room are counted.
// launch: --grid 4 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[100]=constant:0
// arg: inout:i32[1]=constant:0
// out 0 = [128]
// out 1 = [1] * 100
// out 2 = [28]
extern "C" __global__ void k(int *tail, int *queue, int *lost)
{
    int at = atomicAdd(tail, 1);
    if (at < 100)
        queue[at] = 1;
    else
        atomicAdd(lost, 1);
}
