// Paths are shortened by plain stores and loads beside the atomics.
// wrong: global-race
// only: own target
// launch: --grid 4 --block 64
// arg: in:i32[512]=@e
// arg: inout:i32[257]=ramp
// data e = [x for i in range(256) for x in (i, (i + 8) % 256 if i % 3 else i)]
__device__ int find(int *parent, int v)
{
    int p = parent[v]; // <--
    while (p != v) {
        int g = parent[p]; // <--
        parent[v] = g; // <--
        v = p;
        p = g;
    }
    return v;
}

__device__ void unite(int *parent, int a, int b)
{
    for (;;) {
        a = find(parent, a);
        b = find(parent, b);
        if (a == b)
            return;
        int high = max(a, b), low = min(a, b);
        int was = atomicCAS(&parent[high], high, low); // <--
        if (was == high)
            return;
        a = was;
        b = low;
    }
}

extern "C" __global__ void k(const int2 *edges, int *parent)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int2 edge = edges[i];
    unite(parent, edge.x, edge.y);
}
