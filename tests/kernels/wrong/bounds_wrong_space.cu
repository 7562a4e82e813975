// A number is taken for an address.
// launch: --grid 1 --block 1
// arg: u64=123456789012
// wrong: out-of-bounds
extern "C" __global__ void k(int *a)
{
    *a = 1; // <--
}
