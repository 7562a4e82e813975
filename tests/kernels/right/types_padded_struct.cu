// A struct with holes, copied as a whole: the holes are nobody's values.
// launch: --grid 1 --block 16
// arg: out:f64[16]
// out 0 = [3.0 * i + 1 for i in range(16)]
struct Item {
    char tag;
    double value;
    short weight;
};
extern "C" __global__ void k(double *out)
{
    __shared__ Item items[16];
    int i = threadIdx.x;
    Item item;
    item.tag = 1;
    item.value = 2.0 * i;
    item.weight = i;
    items[i] = item;
    __syncwarp(0xffff);
    Item other = items[15 - i];
    out[15 - i] = other.value + other.weight + other.tag;
}
