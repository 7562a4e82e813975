// Elements in place, `stride` of them apart from one thread to the next, by chance, or with nothing
// touched between them; shared and local memory: for what shadows take.
static __device__ unsigned thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

template <typename T> __device__ void touch(T *data, unsigned count, unsigned stride)
{
    unsigned i = thread();
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

extern "C" __global__ void touch_halves(unsigned short *data, unsigned count, unsigned stride)
{
    touch(data, count, stride);
}

extern "C" __global__ void touch_eights(unsigned long long *data, unsigned count, unsigned stride)
{
    touch(data, count, stride);
}

extern "C" __global__ void touch_sixteens(uint4 *data, unsigned count, unsigned stride)
{
    unsigned i = thread();
    unsigned at = (unsigned)((unsigned long long)i * stride % count);
    if (i >= count)
        return;
    uint4 value = data[at];
    value.x++;
    value.y += value.w;
    data[at] = value;
}

static __device__ unsigned chance(unsigned i)
{
    i = (i ^ i >> 16) * 0x7feb352dU;
    i = (i ^ i >> 15) * 0x846ca68bU;
    return i ^ i >> 16;
}

extern "C" __global__ void add_by_chance(unsigned *data, unsigned count)
{
    atomicAdd(&data[chance(thread()) % count], 1u);
}

extern "C" __global__ void gather(unsigned *out, const unsigned *in, unsigned count)
{
    unsigned i = thread();
    if (i < count)
        out[i] = in[chance(i) % count];
}

extern "C" __global__ void spread_words(unsigned *data, unsigned count, unsigned apart)
{
    unsigned i = thread();
    if (i < count)
        data[(unsigned long long)i * apart]++;
}

extern "C" __global__ void spread_bytes(unsigned char *data, unsigned count, unsigned apart)
{
    unsigned i = thread();
    if (i < count)
        data[(unsigned long long)i * apart]++;
}

extern "C" __global__ void touch_shared(unsigned *data, unsigned count)
{
    __shared__ unsigned tile[4096];
    for (unsigned k = threadIdx.x; k < 4096; k += blockDim.x)
        tile[k * 33 % 4096] = k;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = threadIdx.x; k < 4096; k += blockDim.x)
        sum += tile[4095 - k];
    if (thread() < count)
        data[thread()] = sum;
}

extern "C" __global__ void touch_local(unsigned *data, unsigned count)
{
    unsigned local[64];
    unsigned i = thread();
    for (unsigned k = 0; k < 64; k++)
        local[k * 5 % 64] = k + i;
    if (i < count)
        data[i] = local[chance(i) % 64];
}
