// Numbers as indexes that look far and are right: ends of arrays, a matrix as one array, a vector's
// parts, members of a union, templates that tell sizes.
// launch: --grid 1 --block 32
// arg: in:i32[64]=ramp
// arg: out:i32[32]
// out 1 = [4 * t + 39 + (1 if t == 0 else 0) for t in range(32)]
#define COUNT 4
enum { FIRST, LAST = COUNT - 1 };
union Both {
    int4 all;
    int each[COUNT];
};
template <int N> __device__ int last_of(const int (&v)[N])
{
    return v[N - 1];
}
struct Row {
    int items[COUNT], rest[1];
    __device__ int &operator[](int i)
    {
        return i < COUNT ? items[i] : rest[i - COUNT];
    }
};
__device__ int table[2][COUNT] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
__device__ int *middle = &table[1][2];
extern "C" __global__ void k(const int *in, int *out)
{
    __shared__ int tile[3][COUNT], sums[2];
    int m[3][COUNT], t = threadIdx.x, sum = 0;
    for (int i = 0; i < 3 * COUNT; i++)
        (&m[0][0])[i] = i;
    for (int *p = m[0], *end = &m[3][0]; p != end; p++)
        sum += p[0] == *(&m[0][0] + 11);
    if (t < 12)
        m[0][t] = t, (&tile[0][0])[t] = t;
    if (t == 0)
        sums[0] = sums[1] = 1;
    __syncthreads();
    Both both;
    both.all = make_int4(1, 2, 3, 4);
    Row row;
    for (int i = 0; i <= COUNT; i++)
        row[i] = i;
    sum += ((int *)&both.all)[LAST] + both.each[2] + row[COUNT] + row[1];          // 12
    sum += last_of(table[1]) + middle[-1] + middle[1] - *(middle - 1) - tile[2][3]; // 5
    sum += m[2][3] + tile[0][5] - sums[1] + in[t + 32] - in[t] - 32;                // 15
    sum += sizeof(m[3]) / sizeof(m[5][9]) + (t ? 0 : 1);                            // 4
    out[t] = sum + 4 * in[t] + 1 + (m[2][0] == 8);
}
