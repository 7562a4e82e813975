// A queue whose slots are chosen by reading the tail and adding one later.
// launch: --grid 2 --block 32
// arg: inout:i32[1]=constant:0
// arg: inout:i32[128]=constant:0
// wrong: global-race
extern "C" __global__ void k(int *tail, int *queue)
{
    int at = *tail; // <--
    queue[at & 63] = threadIdx.x; // <--
    *tail = at + 1; // <--
}
