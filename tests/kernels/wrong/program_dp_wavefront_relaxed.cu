// Longest common subsequence: strips of rows follow each other by a progress that is read and written relaxed.
// launch: --grid 4 --block 32
// data s = [(i * 5 + i // 3) % 4 for i in range(128)]
// data t = [(i * 3 + i // 5) % 4 for i in range(96)]
// arg: in:i32[128]=@s
// arg: in:i32[96]=@t
// arg: inout:i32[384]=constant:0
// arg: inout:i32[4]=constant:0
// arg: out:i32[1]
// wrong: global-race
#include <cuda/atomic>
#define COLUMNS 96
extern "C" __global__ void k(const int *s, const int *t, int *bottom, int *progress, int *answer)
{
    int strip = blockIdx.x, lane = threadIdx.x;
    int mine = s[strip * 32 + lane];
    int left = 0, diagonal = 0, up = 0;
    cuda::atomic_ref<int, cuda::thread_scope_device> here(progress[strip]);
    for (int step = 0; step < COLUMNS + 31; step++) {
        int c = step - lane;
        up = __shfl_up_sync(0xffffffff, left, 1);
        if (lane == 0) {
            up = 0;
            if (strip > 0 && c < COLUMNS) {
                cuda::atomic_ref<int, cuda::thread_scope_device> above(progress[strip - 1]);
                while (above.load(cuda::memory_order_relaxed) <= c) __nanosleep(20);
                up = bottom[(strip - 1) * COLUMNS + c];   // <--
            }
        }
        if (c >= 0 && c < COLUMNS) {
            int now = t[c] == mine ? diagonal + 1 : max(left, up);
            diagonal = up;
            left = now;
            if (lane == 31) {
                bottom[strip * COLUMNS + c] = now;  // <--
                here.store(c + 1, cuda::memory_order_relaxed);
            }
        }
    }
    if (strip == gridDim.x - 1 && lane == 31) *answer = left;
}
