// What looks like two locks taken in either order are two mailboxes: one side fills, the other empties.
// launch: --grid 2 --block 1
// arg: inout:i32[2]=constant:0
// arg: inout:i32[2]=constant:0
// arg: out:i32[1]
// out 2 = [sum(range(5)) * 2]
extern "C" __global__ void k(int *full, volatile int *mail, int *out)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        if (blockIdx.x == 0) {
            while (atomicCAS(&full[0], 0, 2) != 0)
                ;
            mail[0] = i;
            __threadfence();
            atomicExch(&full[0], 1);
            while (atomicCAS(&full[1], 1, 0) != 1)
                ;
            __threadfence();
            sum += mail[1];
        } else {
            while (atomicCAS(&full[0], 1, 0) != 1)
                ;
            __threadfence();
            int got = mail[0];
            while (atomicCAS(&full[1], 0, 2) != 0)
                ;
            mail[1] = 2 * got;
            __threadfence();
            atomicExch(&full[1], 1);
        }
    }
    if (blockIdx.x == 0)
        out[0] = sum;
}
