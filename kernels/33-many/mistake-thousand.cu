// prediction: d
// Put the letter of your answer in place of the question mark, then run.

// How long it takes to bring 12 MB to the device in 1, 10, 100 or 1000 copies: each copy costs 10
// microseconds before its first byte moves, and then 12 KB go in one microsecond.
__global__ void many(int start, int bytes)
{
    int copies = 1;
    for (int i = 0; i < threadIdx.x; i++)
        copies *= 10;
    int each = start + bytes / copies / 12000;

    printf("%d copies: %d microseconds\n", copies, copies * each);
}
