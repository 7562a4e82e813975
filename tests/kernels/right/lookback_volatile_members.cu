// Status and sum are members of one volatile struct; a fence stands between the two.
// launch: --grid 4 --block 32
// arg: inout:i32[8]=constant:0
// arg: out:i32[4]
// out 1 = [0, 0, 1, 3]
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
        before = tile[b - 1].sum;
    }
    tile[b].sum = before + b;
    __threadfence();
    tile[b].status = 1;
    out[b] = before;
}
