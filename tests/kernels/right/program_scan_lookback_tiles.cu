// Single-pass scan with decoupled look-back: tiles are taken by an atomic ticket, aggregates and prefixes lie beside a
//     status word, a warp looks back 32 tiles at a time.
// only: own target
// launch: --grid 40 --block 128
// arg: in:i32[5120]=@x
// arg: out:i32[5120]
// arg: inout:i32[40]=constant:0
// arg: out:i32[40]
// arg: out:i32[40]
// arg: inout:i32[1]=constant:0
// data x = [(i * 37 + 11) % 13 for i in range(40 * 128)]
// data s = [sum(x[:i]) for i in range(0, 40 * 128, 64)]
// out 1 = [s[i // 64] + sum(x[i // 64 * 64:i + 1]) for i in range(40 * 128)]
enum Status { INVALID = 0, AGGREGATE = 1, PREFIX = 2 };

struct TileState {
    volatile int *status;
    volatile int *aggregate, *prefix;

    __device__ void publish(int tile, int value, int how) const
    {
        if (how == PREFIX)
            prefix[tile] = value;
        else
            aggregate[tile] = value;
        __threadfence();
        status[tile] = how;
    }
};

__device__ __forceinline__ int warp_sum(int v)
{
    for (int offset = 16; offset; offset >>= 1)
        v += __shfl_xor_sync(~0u, v, offset);
    return v;
}

__device__ int look_back(const TileState &state, int tile, int lane)
{
    int sum = 0;
    for (int base = tile - 1;; base -= 32) {
        int at = base - lane, how = PREFIX, value = 0;
        if (at >= 0) {
            while ((how = state.status[at]) == INVALID)
                ;
            __threadfence();
            value = how == PREFIX ? state.prefix[at] : state.aggregate[at];
        }
        unsigned full = __ballot_sync(~0u, how == PREFIX);
        if (full) {
            int last = __ffs(full) - 1;
            return sum + warp_sum(lane <= last ? value : 0);
        }
        sum += warp_sum(value);
    }
}

extern "C" __global__ void k(const int *in, int *out, int *status, int *aggregate, int *prefix, unsigned *ticket)
{
    __shared__ int sums[32];
    __shared__ int tile_of_block, before;
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, warps = blockDim.x / 32;
    TileState state{status, aggregate, prefix};
    if (t == 0)
        tile_of_block = atomicAdd(ticket, 1);
    __syncthreads();
    int tile = tile_of_block, i = tile * blockDim.x + t;
    int v = in[i];
    for (int offset = 1; offset < 32; offset *= 2) {
        int other = __shfl_up_sync(~0u, v, offset);
        if (lane >= offset)
            v += other;
    }
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int total = warp_sum(lane < warps ? sums[lane] : 0);
        if (tile == 0) {
            if (lane == 0)
                state.publish(0, total, PREFIX);
            if (lane == 0)
                before = 0;
        } else {
            if (lane == 0)
                state.publish(tile, total, AGGREGATE);
            int base = look_back(state, tile, lane);
            if (lane == 0) {
                state.publish(tile, base + total, PREFIX);
                before = base;
            }
        }
    }
    int mine = 0;
    __syncthreads();
    for (int w = 0; w < warp; w++)
        mine += sums[w];
    out[i] = mine + before + v;
}
