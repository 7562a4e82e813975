// The last element of a list has n for its next one.
// launch: --grid 1 --block 1
// data next = [i + 1 for i in range(8)]
// arg: in:i32[8]=@next
// arg: out:i32[1]
// wrong: out-of-bounds
// only: own target
// says: next[8]: next has 8 elements
extern "C" __global__ void k(const int *next, int *out)
{
    int at = 0, steps = 0;
    while (at != -1 && steps < 100) {
        at = next[at]; // <--
        steps++;
    }
    out[0] = steps;
}
