// Producer and consumer meet at different named barriers.
// launch: --grid 1 --block 64
// arg: out:i32[32]
// wrong: shared-race
// also: uninitialised-shared
extern "C" __global__ void k(int *out)
{
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = lane; // <--
        asm volatile("bar.sync 1, 32;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 32;" ::: "memory");
        out[lane] = box[31 - lane]; // <--
    }
}
