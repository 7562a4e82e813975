// A stack that is full takes one more: the array at its start runs over into the count.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: out:i32[32]
// wrong: out-of-bounds
// variable: this->items[8]
// only: own target
struct Stack {
    int items[8], count;
    __device__ void push(int v)
    {
        items[count++] = v; // <--
    }
};
extern "C" __global__ void k(const int *in, int *out)
{
    Stack s;
    int t = threadIdx.x;
    s.count = 0;
    for (int i = 0; i < 8 + (in[t] == 9); i++)
        s.push(i * in[t]);
    out[t] = s.items[in[t] & 7] + s.count;
}
