// Plays a copy: thread i brings byte i.
// Who brings the last byte of a float tells of it.
//
// prediction: d

__global__ void bring(const unsigned char *from, unsigned char *to, int bytes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < bytes) {
        to[i] = from[i];
        if (i % 4 == 3)
            printf("float %d has arrived\n", i / 4);
    }
}
