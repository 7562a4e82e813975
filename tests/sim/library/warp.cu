// cub's collectives of a warp, and of parts of one.
#include <cub/warp/warp_exchange.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
#include <cuda_fp16.h>
#include <cuda/warp>

#include "library.h"

struct Affine {
    unsigned scale, offset;
    unsigned long long more;
    __device__ bool operator==(const Affine &o) const { return scale == o.scale && offset == o.offset && more == o.more; }
};
struct Then {
    __device__ Affine operator()(const Affine &a, const Affine &b) const
    {
        return {a.scale * b.scale, a.offset * b.scale + b.offset, a.more > b.more ? a.more : b.more};
    }
};
struct Plus {
    template <typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Most {
    template <typename T> __device__ T operator()(const T &a, const T &b) const { return a > b ? a : b; }
};
template <typename T> __device__ T some(int i) { return (T)(int)(noise(i) % 7); }
template <> __device__ __half some<__half>(int i) { return __float2half((float)(noise(i) % 4)); }
template <> __device__ Affine some<Affine>(int i) { return {noise(i) | 1, noise(i + 5), noise(i + 9) * 7ull}; }

// The threads that work together; of a width that is no power of two, one group in each warp.
template <int width> struct Part {
    static const int each = width & (width - 1) ? 32 : width, count = 64 / each;
    int group = threadIdx.x / each, lane = threadIdx.x % each;
    __device__ int index(int i) const { return group * each + i; }
};

template <typename T, int width, typename Op> __device__ void reduce(Op op)
{
    using Reduce = cub::WarpReduce<T, width>;
    __shared__ typename Reduce::TempStorage storage[Part<width>::count];
    Part<width> part;
    int group = part.group, lane = part.lane;
    if (lane >= width)
        return;
    for (int valid = width; valid > 0; valid -= width / 3 + 1) {
        T mine = some<T>(threadIdx.x), all;
        if (valid == width)
            all = Reduce(storage[group]).Reduce(mine, op);
        else
            all = Reduce(storage[group]).Reduce(mine, op, valid);
        T wanted = some<T>(part.index(0));
        for (int i = 1; i < valid; i++)
            wanted = op(wanted, some<T>(part.index(i)));
        EXPECT(lane || all == wanted);
        __syncwarp((width == 32 ? 0 : 1u << width) - 1u << group * Part<width>::each % 32);
    }
}

template <typename T, int width, typename Op> __device__ void reduce_segments(Op op)
{
    using Reduce = cub::WarpReduce<T, width>;
    __shared__ typename Reduce::TempStorage storage[Part<width>::count];
    int group = threadIdx.x / width, lane = threadIdx.x % width;
    auto head = [](int i) { return noise(i + 3) % 4 == 0; };
    T all = Reduce(storage[group]).HeadSegmentedReduce(some<T>(threadIdx.x), head(threadIdx.x), op);
    if (lane == 0 || head(threadIdx.x)) {
        T wanted = some<T>(threadIdx.x);
        for (int i = 1; lane + i < width && !head(threadIdx.x + i); i++)
            wanted = op(wanted, some<T>(threadIdx.x + i));
        EXPECT(all == wanted);
    }
    __syncwarp();
    all = Reduce(storage[group]).TailSegmentedReduce(some<T>(threadIdx.x), head(threadIdx.x), op);
    if (lane == 0 || head(threadIdx.x - 1)) {
        T wanted = some<T>(threadIdx.x);
        for (int i = 1; lane + i < width && !head(threadIdx.x + i - 1); i++)
            wanted = op(wanted, some<T>(threadIdx.x + i));
        EXPECT(all == wanted);
    }
    __syncwarp();
}

template <int width> __device__ void reduces()
{
    reduce<char, width>(Plus());
    reduce<short, width>(Most());
    reduce<int, width>(Plus());
    reduce<unsigned long long, width>(Most());
    reduce<double, width>(Plus());
    reduce<__half, width>(Most());
    reduce<__int128, width>(Plus());
    reduce<Affine, width>(Then());
}

TEST(reduce_whole, 64) { reduces<32>(); reduce_segments<int, 32>(Plus()); reduce_segments<double, 32>(Most()); reduce_segments<Affine, 32>(Then()); }
TEST(reduce_8, 64) { reduces<8>(); reduce_segments<int, 8>(Plus()); reduce_segments<Affine, 8>(Then()); }
TEST(reduce_odd, 64) { reduce<int, 5>(Plus()); reduce<double, 20>(Plus()); reduce<Affine, 13>(Then()); reduce<int, 1>(Plus()); }

template <typename T, int width, typename Op> __device__ void scan(Op op)
{
    using Scan = cub::WarpScan<T, width>;
    __shared__ typename Scan::TempStorage storage[Part<width>::count];
    Part<width> part;
    int group = part.group, lane = part.lane;
    if (lane >= width)
        return;
    T including, excluding, all, wanted = some<T>(part.index(0)), before = wanted;
    for (int i = 1; i < width; i++) {
        if (i <= lane)
            wanted = op(wanted, some<T>(part.index(i)));
        before = op(before, some<T>(part.index(i)));
    }
    Scan(storage[group]).InclusiveScan(some<T>(threadIdx.x), including, op, all);
    EXPECT(including == wanted);
    EXPECT(all == before);
    __syncwarp((width == 32 ? 0 : 1u << width) - 1u << group * Part<width>::each % 32);
    T first = some<T>(1000), so_far = first;
    for (int i = 0; i < lane; i++)
        so_far = op(so_far, some<T>(part.index(i)));
    Scan(storage[group]).ExclusiveScan(some<T>(threadIdx.x), excluding, first, op);
    EXPECT(excluding == so_far);
    __syncwarp((width == 32 ? 0 : 1u << width) - 1u << group * Part<width>::each % 32);
    Scan(storage[group]).Scan(some<T>(threadIdx.x), including, excluding, first, op);
    EXPECT(excluding == so_far);
    EXPECT(including == op(so_far, some<T>(threadIdx.x)));
    __syncwarp((width == 32 ? 0 : 1u << width) - 1u << group * Part<width>::each % 32);
    T copy = Scan(storage[group]).Broadcast(some<T>(threadIdx.x), width / 2);
    EXPECT(copy == some<T>(part.index(width / 2)));
    __syncwarp((width == 32 ? 0 : 1u << width) - 1u << group * Part<width>::each % 32);
}

template <int width> __device__ void scans()
{
    scan<unsigned char, width>(Plus());
    scan<short, width>(Most());
    scan<int, width>(Plus());
    scan<long long, width>(Plus());
    scan<float, width>(Plus());
    scan<double, width>(Most());
    scan<__int128, width>(Plus());
    scan<Affine, width>(Then());
}

TEST(scan_whole, 64) { scans<32>(); }
TEST(scan_4, 64) { scans<4>(); }
// Lane 0 reads the cell before its own, and does nothing with it.
// finds initialisation/uninitialised-shared: scan_odd
TEST(scan_odd, 64) { scan<int, 7>(Plus()); scan<Affine, 21>(Then()); }

template <typename T, int width> __device__ void sort()
{
    using Sort = cub::WarpMergeSort<T, 3, width, int>;
    __shared__ typename Sort::TempStorage storage[Part<width>::count];
    int group = threadIdx.x / width, lane = threadIdx.x % width, values[3];
    T keys[3];
    auto key = [](int i) { return (T)(noise(i) % 1000); };
    for (int i = 0; i < 3; i++) {
        values[i] = threadIdx.x * 3 + i;
        keys[i] = key(values[i]);
    }
    Sort(storage[group]).StableSort(keys, values, [](const T &a, const T &b) { return a < b; });
    for (int i = 0; i < 3; i++) {
        int place = 0;
        for (int j = group * width * 3; j < (group + 1) * width * 3; j++)
            place += key(j) < key(values[i]) || (key(j) == key(values[i]) && j < values[i]);
        EXPECT(place == lane * 3 + i);
        EXPECT(keys[i] == key(values[i]));
    }
    __syncwarp();
}

// cub reads the key after the last one and does nothing with it.
// finds initialisation/uninitialised-shared: merge_sorts
TEST(merge_sorts, 64) { sort<int, 32>(); sort<short, 8>(); sort<double, 16>(); sort<__int128, 4>(); }

template <cub::WarpExchangeAlgorithm how> __device__ void exchange()
{
    using Exchange = cub::WarpExchange<int, 4, 16, how>;
    __shared__ typename Exchange::TempStorage storage[4];
    int group = threadIdx.x / 16, lane = threadIdx.x % 16, items[4], out[4];
    for (int i = 0; i < 4; i++)
        items[i] = threadIdx.x * 4 + i;
    Exchange(storage[group]).BlockedToStriped(items, out);
    for (int i = 0; i < 4; i++)
        EXPECT(out[i] == group * 64 + lane + 16 * i);
    __syncwarp();
    Exchange(storage[group]).StripedToBlocked(out, items);
    for (int i = 0; i < 4; i++)
        EXPECT(items[i] == threadIdx.x * 4 + i);
    __syncwarp();
}

TEST(exchanges, 64)
{
    exchange<cub::WARP_EXCHANGE_SMEM>();
    using Exchange = cub::WarpExchange<int, 16, 16, cub::WARP_EXCHANGE_SHUFFLE>;
    __shared__ typename Exchange::TempStorage storage[4];
    int items[16], out[16];
    for (int i = 0; i < 16; i++)
        items[i] = threadIdx.x * 16 + i;
    Exchange(storage[threadIdx.x / 16]).BlockedToStriped(items, out);
    for (int i = 0; i < 16; i++)
        EXPECT(out[i] == threadIdx.x / 16 * 256 + threadIdx.x % 16 + 16 * i);
}

__device__ int memory[64 * 4];
TEST(load_store, 64)
{
    using Load = cub::WarpLoad<int, 4, cub::WARP_LOAD_TRANSPOSE>;
    using Store = cub::WarpStore<int, 4, cub::WARP_STORE_VECTORIZE>;
    __shared__ typename Load::TempStorage load[2];
    __shared__ typename Store::TempStorage store[2];
    int items[4], w = threadIdx.x / 32;
    for (int i = 0; i < 4; i++)
        memory[w * 128 + i * 32 + threadIdx.x % 32] = noise(w * 128 + i * 32 + threadIdx.x % 32);
    __syncwarp();
    Load(load[w]).Load(memory + w * 128, items);
    for (int i = 0; i < 4; i++)
        EXPECT(items[i] == (int)noise(threadIdx.x * 4 + i));
    __syncwarp();
    for (int i = 0; i < 4; i++)
        items[i]++;
    Store(store[w]).Store(memory + w * 128, items);
    __syncwarp();
    for (int i = 0; i < 4; i++)
        EXPECT(memory[threadIdx.x * 4 + 3 - i] == (int)noise(threadIdx.x * 4 + 3 - i) + 1);
}

struct Wide { int a[5]; };
TEST(shuffles, 64)
{
    Wide mine;
    for (int i = 0; i < 5; i++)
        mine.a[i] = threadIdx.x * 5 + i;
    auto from = cuda::device::warp_shuffle_idx(mine, 7);
    EXPECT(from.data.a[4] == (int)(threadIdx.x / 32 * 32 + 7) * 5 + 4);
    auto down = cuda::device::warp_shuffle_down(mine, 3);
    EXPECT(down.pred == (threadIdx.x % 32 + 3 < 32));
    EXPECT(!down.pred || down.data.a[2] == (int)(threadIdx.x + 3) * 5 + 2);
    auto xored = cuda::device::warp_shuffle_xor<8>(mine, 5);
    EXPECT(xored.data.a[0] == (int)(threadIdx.x ^ 5) * 5);
}
