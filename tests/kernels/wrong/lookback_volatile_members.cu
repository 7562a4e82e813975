// Status and sum are members of one volatile struct, and no fence stands between the two.
// launch: --grid 4 --block 32
// arg: inout:i32[8]=constant:0
// arg: out:i32[4]
// wrong: global-race
// only: optimised code
struct Tile {
    int status, sum;
};

extern "C" __global__ void k(volatile Tile *tile, int *out)
{
    int b = blockIdx.x, before = 0;
    if (threadIdx.x)
        return;
    if (b) {
        while (tile[b - 1].status == 0)
            ;
        __threadfence();
        before = tile[b - 1].sum; // <--
    }
    tile[b].sum = before + b; // <--
    tile[b].status = 1;
    out[b] = before;
}
