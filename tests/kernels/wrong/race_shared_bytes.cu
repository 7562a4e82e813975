// Each thread writes two bytes where it has one: neighbours in the same word.
// launch: --grid 1 --block 32
// arg: out:u8[32]
// wrong: shared-race
extern "C" __global__ void k(unsigned char *out)
{
    __shared__ unsigned char bytes[64];
    int i = threadIdx.x;
    bytes[i] = i; // <--
    bytes[i + 1] = 200 + i; // <--
    __syncwarp();
    out[i] = bytes[i];
}
