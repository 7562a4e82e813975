// An array that each thread lets grow: a larger one, what was there copied, the old one freed.
// launch: --grid 2 --block 32
// arg: out:i32[64]
// out 0 = [sum(range(t % 32 + 3)) for t in range(64)]
extern "C" __global__ void k(int *out)
{
    int room = 2, used = 0, *list = (int *)malloc(room * sizeof(int));
    for (int i = 0; i < threadIdx.x + 3; i++) {
        if (used == room) {
            int *larger = (int *)malloc(2 * room * sizeof(int));
            memcpy(larger, list, room * sizeof(int));
            free(list);
            list = larger;
            room *= 2;
        }
        list[used++] = i;
    }
    int sum = 0;
    for (int i = 0; i < used; i++)
        sum += list[i];
    free(list);
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
