// Kernels whose result is chance: lost updates, the last writer, and mistakes by the million.
extern "C" __global__ void counts(int *counter)
{
    *counter = *counter + 1;
}

extern "C" __global__ void last_writer(int *out)
{
    out[threadIdx.x % 4] = blockIdx.x * blockDim.x + threadIdx.x;
}

// Each element is written by two blocks, and is not a number.
extern "C" __global__ void million(const float *x, float *out, float *two)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float root = sqrtf(x[i]); // -1
    out[i % (gridDim.x / 2 * blockDim.x)] = root;
    two[i] = 1.0f / (x[i] + 1.0f);
}

// Two indices that come to 2^32 and more, each used at two places.
extern "C" __global__ void wraps(const unsigned *rows, unsigned width, unsigned *out, unsigned *two)
{
    unsigned t = threadIdx.x;
    unsigned first = (rows[t] << 27) + t;
    unsigned second = rows[t] * width + t;
    out[first] = rows[first];
    two[second] = rows[second];
}
