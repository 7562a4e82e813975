// A generation of Conway's life on a torus.
// launch: --grid 2,2 --block 16,8
// data x = [1 if (i * 2654435761 >> 7) % 3 == 0 else 0 for i in range(23 * 15)]
// arg: in:u8[345]=@x
// arg: out:u8[345]
// out 1 = [1 if (c := sum(x[(y + v) % 15 * 23 + (q + u) % 23] for v in (-1, 0, 1) for u in (-1, 0, 1)) - x[y * 23 + q]) == 3 or (c == 2 and x[y * 23 + q]) else 0 for y in range(15) for q in range(23)]
extern "C" __global__ void k(const unsigned char *in, unsigned char *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 23 || y >= 15)
        return;
    int count = 0;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            if (u || v)
                count += in[(y + v + 15) % 15 * 23 + (x + u + 23) % 23];
    out[y * 23 + x] = count == 3 || (count == 2 && in[y * 23 + x]);
}
