// A push-style graph step without the guard against the last, partial block.
// launch: --grid 2 --block 32
// arg: in:i32[41]=@row
// arg: in:i32[80]=@edge
// arg: inout:i32[40]=constant:0
// data row = [2 * i for i in range(41)]
// data edge = [(i * 7) % 40 for i in range(80)]
// wrong: out-of-bounds
extern "C" __global__ void k(const int *row, const int *edge, int *degree)
{
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = row[v]; e < row[v + 1]; e++) // <--
        atomicAdd(&degree[edge[e]], 1);
}
