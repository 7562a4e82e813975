// Neighbours' parts of structs, of vectors, of a matrix and of dynamic memory, all read too early.
// launch: --grid 1 --block 32 --shared 256
// arg: in:f32[32]=ramp
// arg: out:f32[160]
// wrong: shared-race
// also: uninitialised-shared
// named: Race on tile[1][0]
// named: Race on cells[1].v[3]
// named: Race on state.count
// named: Race on state.sums[1].y
// named: Race on quads[1].z
// named: Race on word[1].half[1]
// named: Race on pairs[1].weight
// named: Race on rows[1][2]
struct Cell {
    int id;
    float v[4];
};
struct Pair {
    short index, spare;
    float weight;
};
union Word {
    int whole;
    short half[2];
};
template <typename T> __device__ T neighbour(T value)
{
    __shared__ T rows[32][3];
    rows[threadIdx.x][2] = value;              // <--
    return rows[(threadIdx.x + 1) % 32][2];    // <--
}
extern "C" __global__ void k(const float *in, Cell *out)
{
    __shared__ float tile[8][33];
    __shared__ Cell cells[32];
    __shared__ float4 quads[32];
    __shared__ Word word[32];
    __shared__ struct {
        int count;
        float2 sums[32];
    } state;
    extern __shared__ Pair pairs[];
    int t = threadIdx.x, next = (t + 1) % 32;
    tile[t % 8][t / 8] = in[t];                // <--
    cells[t].v[3] = in[t];                     // <--
    quads[t].z = in[t];                        // <--
    word[t].half[1] = t;                       // <--
    state.sums[t].y = in[t];                   // <--
    pairs[t].weight = in[t];                   // <--
    if (t == 31)
        state.count = t;                       // <--
    out[t].v[0] = tile[next % 8][next / 8];    // <--
    out[t].v[1] = cells[next].v[3];            // <--
    out[t].v[2] = quads[next].z + word[next].half[1]; // <--
    out[t].v[3] = state.sums[next].y + pairs[next].weight; // <--
    out[t].id = state.count + (int)neighbour(in[t]); // <--
}
