// A dense and a sparse switch.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// out 0 = [{0: 10, 1: 21, 2: 35, 3: 47, 4: 58, 5: 61, 6: 79}.get(i % 8, -1) + {5: 1000, 17: 2000, 60: 3000}.get(i, 0) for i in range(64)]
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x, v;
    switch (i % 8) {
    case 0: v = 10; break;
    case 1: v = 21; break;
    case 2: v = 35; break;
    case 3: v = 47; break;
    case 4: v = 58; break;
    case 5: v = 61; break;
    case 6: v = 79; break;
    default: v = -1;
    }
    switch (i) {
    case 5: v += 1000; break;
    case 17: v += 2000; break;
    case 60: v += 3000; break;
    }
    out[i] = v;
}
