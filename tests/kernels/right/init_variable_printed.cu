// A place is printed only where one was found; the frame holds an array beside what printf() is given.
// launch: --grid 1 --block 32
// data a = [(i * 7) % 50 for i in range(32)]
// arg: in:i32[32]=@a
// prints = ["49 at 7, before it 42\n"]
extern "C" __global__ void k(const int *a)
{
    int place, before[4];
    bool found = false;
    for (int i = 0; i < 32; i++) {
        if (a[i] >= 49) {
            place = i;
            before[i & 3] = a[i - 1];
            found = true;
        }
    }
    if (found && threadIdx.x == 0)
        printf("%d at %d, before it %d\n", a[place], place, before[place & 3]);
}
