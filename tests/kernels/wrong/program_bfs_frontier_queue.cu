// The place in the next frontier is a plain counter.
// wrong: global-race
// only: own target
// launch: --grid 2 --block 64
// arg: in:i32[129]=@row
// arg: in:i32[512]=@col
// arg: inout:i32[160]=@dist
// arg: out:i32[512]
// arg: inout:u32[1]=constant:0
// data row = [4 * i for i in range(129)]
// data col = [128 + (i * 7) % 32 for i in range(512)]
// data dist = [0] * 128 + [-1] * 32
extern "C" __global__ void k(const int *row, const int *col, int *dist, int *next, unsigned *count)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = row[v]; e < row[v + 1]; e++) {
        int to = col[e];
        if (atomicCAS(&dist[to], -1, 1) == -1) {
            unsigned at = (*count)++; // <--
            next[at] = to; // <--
        }
    }
}
