// A struct whose last array goes on behind it.
// launch: --grid 1 --block 32
// arg: in:i32[33]=ramp
// arg: out:i32[32]
// out 1 = [t + 1 for t in range(32)]
// only: own target
struct List {
    int count;
    int items[1];
};
extern "C" __global__ void k(const List *list, int *out)
{
    int t = threadIdx.x;
    out[t] = list->items[t] + list->count;
}
