// A grid barrier by spinning, with more blocks than fit on the card.
// launch: --grid 6000 --block 32
// arg: inout:u32[1]=constant:0
// arg: out:i32[6000]
// only: own target (larger cards hold so many blocks that the proof takes long)
// wrong: deadlock
extern "C" __global__ void k(unsigned *count, int *out)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) // <--
            ;
        out[blockIdx.x] = 1;
    }
    __syncthreads(); // <--
}
