// Every thread moves something between two accounts and takes the lower one's lock first.
// launch: --grid 4 --block 32
// arg: inout:i32[8]=constant:0
// arg: inout:i32[8]=constant:1000
// out 1 = [1000] * 8
extern "C" __global__ void k(int *lock, int *account)
{
    for (int lane = 0; lane < 32; lane++) {
        if (threadIdx.x == lane) {
            int from = (threadIdx.x * 5 + blockIdx.x) % 8, to = (from + 3) % 8;
            int first = min(from, to), second = max(from, to);
            while (atomicCAS(&lock[first], 0, 1) != 0)
                ;
            while (atomicCAS(&lock[second], 0, 1) != 0)
                ;
            __threadfence();
            account[from] -= 3;
            account[to] += 3;
            __threadfence();
            atomicExch(&lock[second], 0);
            atomicExch(&lock[first], 0);
        }
        __syncwarp();
    }
}
