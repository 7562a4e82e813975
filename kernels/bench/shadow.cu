// Elements in place, `stride` of them apart from one thread to the next: for what shadows take.
template <typename T> __device__ void touch(T *data, unsigned count, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned at = (unsigned)((unsigned long long)i * stride % count);
    if (i < count)
        data[at] = (T)(data[at] + 1);
}

extern "C" __global__ void touch_words(unsigned *data, unsigned count, unsigned stride)
{
    touch(data, count, stride);
}

extern "C" __global__ void touch_bytes(unsigned char *data, unsigned count, unsigned stride)
{
    touch(data, count, stride);
}
