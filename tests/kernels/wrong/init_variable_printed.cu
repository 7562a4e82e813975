// Where nothing is found the place is printed all the same.
// launch: --grid 1 --block 32
// data a = [(i * 7) % 50 for i in range(32)]
// arg: in:i32[32]=@a
// arg: i32=90
// wrong: uninitialised-variable
// variable: place
// only: own target
extern "C" __global__ void k(const int *a, int limit)
{
    int place;
    for (int i = 0; i < 32; i++)
        if (a[i] > limit + threadIdx.x)
            place = i;
    if (threadIdx.x == 0)
        printf("the last above %d is at %d\n", limit, place); // <--
}
