// A push-style graph step whose update lost its atomic.
// launch: --grid 2 --block 32
// arg: in:i32[65]=@row
// arg: in:i32[128]=@edge
// arg: inout:i32[64]=constant:0
// data row = [2 * i for i in range(65)]
// data edge = [(i * 7) % 16 for i in range(128)]
// wrong: global-race
extern "C" __global__ void k(const int *row, const int *edge, int *degree)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = row[v]; e < row[v + 1]; e++)
        degree[edge[e]] += 1; // <--
}
