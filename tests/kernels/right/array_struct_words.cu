// Structs copied and cleared word by word and byte by byte, over all of their members; unions.
// launch: --grid 1 --block 32
// arg: in:i32[72]=ramp
// arg: inout:i32[192]=constant:0
// out 1 = [v for i in range(32) for v in (i, i + 1, i + 2, i + 3, i + 4, 2 * i + 1)]
struct Head {
    int first[3], middle, last[2];
};
struct Tail {
    int kind;
    char text[8];
    int rest[3];
};
union Both {
    Head head;
    int words[6];
    char bytes[24];
};
extern "C" __global__ void k(const int *in, Head *out)
{
    int t = threadIdx.x;
    Head from, to;
    Tail tail;
    Both both;
    for (int i = 0; i < 6; i++)
        ((int *)&from)[i] = in[t + i];
    memcpy(&to, &from, sizeof to);
    memset(tail.text, 0, sizeof tail - sizeof tail.kind);
    memcpy(tail.text, to.first, 5 * sizeof(int));
    for (int i = 0; i < 5; i++)
        to.first[0] += ((const int *)tail.text)[i] * (i == t + 9);
    for (int i = 0; i < 24; i++)
        both.bytes[i] = ((const char *)&to)[i];
    both.words[5] = both.head.first[0] + both.words[1];
    for (int i = 0; i < 6; i++)
        ((int *)(out + t))[i] = both.words[i];
}
