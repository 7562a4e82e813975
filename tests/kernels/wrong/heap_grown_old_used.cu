// The array has grown and moved; an old pointer into it is used again.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// wrong: use-after-free
extern "C" __global__ void k(int *out)
{
    int *list = (int *)malloc(2 * sizeof(int));
    list[0] = threadIdx.x;
    list[1] = 5;
    int *first = &list[0];
    int *larger = (int *)malloc(4 * sizeof(int));
    memcpy(larger, list, 2 * sizeof(int));
    free(list);
    list = larger;
    out[threadIdx.x] = *first + list[1]; // <--
    free(list);
}
