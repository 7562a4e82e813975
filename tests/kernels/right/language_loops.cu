// break, continue, goto, nested loops of data-dependent lengths.
// launch: --grid 1 --block 64
// arg: out:i32[64]
// out 0 = [sum(1 for a in range(2, i + 2) if all(a % d for d in range(2, a))) for i in range(64)]
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x, primes = 0;
    for (int a = 2; a < i + 2; a++) {
        for (int d = 2; d < a; d++) {
            if (d * d > a)
                break;
            if (a % d)
                continue;
            goto next;
        }
        primes++;
    next:;
    }
    out[i] = primes;
}
