// A sequence lock around a record of four words: one writer, readers try again while the number is odd or has changed.
// only: own target
// launch: --grid 4 --block 32
// arg: inout:i32[5]=constant:0
// arg: out:i32[96]
// out 1 = [0] * 96
struct Record {
    volatile unsigned number;
    volatile int part[4];
};

__device__ void write(Record *r, int v)
{
    unsigned n = r->number;
    r->number = n + 1;
    __threadfence();
    for (int i = 0; i < 4; i++)
        r->part[i] = v + i;
    __threadfence();
    r->number = n + 2;
}

__device__ int read(Record *r)
{
    int v[4];
    unsigned before, after;
    do {
        before = r->number;
        __threadfence();
        for (int i = 0; i < 4; i++)
            v[i] = r->part[i];
        __threadfence();
        after = r->number;
    } while (before != after || before % 2);
    return v[3] - v[0] - 3 + v[2] - v[1] - 1;
}

extern "C" __global__ void k(Record *r, int *out)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            for (int round = 1; round <= 3; round++)
                write(r, 10 * round);
    } else {
        int v = read(r);
        out[(blockIdx.x - 1) * 32 + threadIdx.x] = v == -4 ? 0 : v;
    }
}
