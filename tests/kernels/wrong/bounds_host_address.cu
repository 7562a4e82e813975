// An address that is a number, as of the host's memory.
// launch: --grid 1 --block 1
// arg: u64=93824992231424
// arg: out:i32[1]
// wrong: out-of-bounds
// says: nothing of the device's is anywhere near
extern "C" __global__ void k(const int *in, int *out)
{
    *out = *in; // <--
}
