// A plain ++ of a global counter.
// launch: --grid 4 --block 32
// arg: inout:i32[1]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *count)
{
    (*count)++; // <--
}
