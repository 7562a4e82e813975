// Game of life: shared tile with a halo, several generations a launch between two tiles.
// only: own target
// launch: --grid 2,2 --block 16,8
// arg: in:u8[36x20]=@x
// arg: out:u8[32x16]
// data x = [(i * 7 // 3 + i // 5) % 3 == 0 for i in range(36 * 20)]
// data s = (lambda g: [sum(g[(y + dy) * 36 + x + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - g[y * 36 + x]
//     if 0 < x < 35 and 0 < y < 19 else 0 for y in range(20) for x in range(36)])(x)
// data y = [int(s[i] == 3 or (s[i] == 2 and x[i])) for i in range(720)]
// data u = [sum(y[(r + dy) * 36 + c + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - y[r * 36 + c]
//     if 0 < c < 35 and 0 < r < 19 else 0 for r in range(20) for c in range(36)]
// out 1 = [int(u[i] == 3 or (u[i] == 2 and y[i])) for r in range(2, 18) for c in range(2, 34) for i in [r * 36 + c]]
constexpr int W = 16, H = 8, R = 2;
using Tile = unsigned char[H + 2 * R][W + 2 * R];

__device__ unsigned char alive(const Tile &t, int x, int y)
{
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            n += t[y + dy][x + dx];
    n -= t[y][x];
    return n == 3 || (n == 2 && t[y][x]);
}

extern "C" __global__ void k(const unsigned char *in, unsigned char *out)
{
    __shared__ Tile now, then;
    int x0 = blockIdx.x * W, y0 = blockIdx.y * H, t = threadIdx.y * W + threadIdx.x;
    for (int i = t; i < (W + 2 * R) * (H + 2 * R); i += W * H) {
        int y = i / (W + 2 * R), x = i % (W + 2 * R);
        now[y][x] = in[(y0 + y) * 36 + x0 + x];
    }
    __syncthreads();
    for (int i = t; i < (W + 2) * (H + 2); i += W * H) {
        int y = i / (W + 2) + 1, x = i % (W + 2) + 1;
        then[y][x] = alive(now, x, y);
    }
    __syncthreads();
    out[(y0 + threadIdx.y) * 32 + x0 + threadIdx.x] = alive(then, threadIdx.x + R, threadIdx.y + R);
}
