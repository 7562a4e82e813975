// cub's collectives of a block, by every algorithm.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#include "library.h"

enum { THREADS = 128, ITEMS = 3, ALL = THREADS * ITEMS };

// A number of any type that sums keep exact.
template <typename T> __device__ T some(int i)
{
    return (T)(int)(noise(i) % 7);
}
template <> __device__ __half some<__half>(int i)
{
    return __float2half((float)(noise(i) % 4));
}
template <> __device__ __nv_bfloat16 some<__nv_bfloat16>(int i)
{
    return __float2bfloat16((float)(noise(i) % 2));
}

struct Pair {
    int key;
    double value;
    __device__ bool operator==(const Pair &other) const
    {
        return key == other.key && value == other.value;
    }
    __device__ Pair operator+(const Pair &other) const
    {
        return {key + other.key, value + other.value};
    }
};
template <> __device__ Pair some<Pair>(int i)
{
    return {(int)(noise(i) % 100), (double)(noise(i + 7) % 50)};
}

// a then b, for an operation that doesn't commute: x -> x * scale + offset.
struct Affine {
    unsigned scale, offset;
    __device__ bool operator==(const Affine &other) const
    {
        return scale == other.scale && offset == other.offset;
    }
};
template <> __device__ Affine some<Affine>(int i)
{
    return {noise(i) | 1, noise(i + 5)};
}
struct Then {
    __device__ Affine operator()(const Affine &a, const Affine &b) const
    {
        return {a.scale * b.scale, a.offset * b.scale + b.offset};
    }
};
struct Plus {
    template <typename T> __device__ T operator()(const T &a, const T &b) const
    {
        return a + b;
    }
};
struct Most {
    template <typename T> __device__ T operator()(const T &a, const T &b) const
    {
        return a > b ? a : b;
    }
};

template <typename T, cub::BlockReduceAlgorithm algorithm, typename Op, int threads = THREADS>
__device__ void reduce(Op op)
{
    using Reduce = cub::BlockReduce<T, threads, algorithm>;
    __shared__ typename Reduce::TempStorage storage;
    for (int valid = threads; valid > 0; valid -= threads / 2 - 3) {
        T mine = some<T>(threadIdx.x);
        T all = valid == threads ? Reduce(storage).Reduce(mine, op) : Reduce(storage).Reduce(mine, op, valid);
        __syncthreads();
        if (threadIdx.x == 0) {
            T wanted = some<T>(0);
            for (int i = 1; i < valid; i++)
                wanted = op(wanted, some<T>(i));
            EXPECT(all == wanted);
        }
    }
    T items[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        items[i] = some<T>(threadIdx.x * ITEMS + i);
    T all = Reduce(storage).Reduce(items, op);
    if (threadIdx.x == 0) {
        T wanted = some<T>(0);
        for (int i = 1; i < threads * ITEMS; i++)
            wanted = op(wanted, some<T>(i));
        EXPECT(all == wanted);
    }
    __syncthreads();
}

template <cub::BlockReduceAlgorithm algorithm> __device__ void reduce_types()
{
    reduce<char, algorithm>(Plus());
    reduce<short, algorithm>(Plus());
    reduce<int, algorithm>(Plus());
    reduce<int, algorithm>(Most());
    reduce<unsigned long long, algorithm>(Plus());
    reduce<float, algorithm>(Plus());
    reduce<double, algorithm>(Most());
    reduce<__half, algorithm>(Most());
    reduce<__nv_bfloat16, algorithm>(Most());
    reduce<__int128, algorithm>(Plus());
    reduce<Pair, algorithm>(Plus());
}

TEST(reduce_raking, 128) { reduce_types<cub::BLOCK_REDUCE_RAKING>(); reduce<Affine, cub::BLOCK_REDUCE_RAKING>(Then()); }
TEST(reduce_warps, 128) { reduce_types<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(); reduce<Affine, cub::BLOCK_REDUCE_WARP_REDUCTIONS>(Then()); }
TEST(reduce_commutative, 128) { reduce_types<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(); }
TEST(reduce_odd, 77) { reduce<int, cub::BLOCK_REDUCE_RAKING, Plus, 77>(Plus()); reduce<double, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Plus, 77>(Plus()); }
TEST(reduce_large, 1024) { reduce<int, cub::BLOCK_REDUCE_RAKING, Plus, 1024>(Plus()); reduce<Affine, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Then, 1024>(Then()); }

// Exclusive sums as loops make them.
template <typename T, cub::BlockScanAlgorithm algorithm, typename Op> __device__ void scan(Op op)
{
    using Scan = cub::BlockScan<T, THREADS, algorithm>;
    __shared__ typename Scan::TempStorage storage;
    __shared__ T wanted[ALL];
    if (threadIdx.x == 0) {
        wanted[0] = some<T>(0);
        for (int i = 1; i < ALL; i++)
            wanted[i] = op(wanted[i - 1], some<T>(i));
    }
    __syncthreads();
    T items[ITEMS], out[ITEMS], all;
    for (int i = 0; i < ITEMS; i++)
        items[i] = some<T>(threadIdx.x * ITEMS + i);
    Scan(storage).InclusiveScan(items, out, op, all);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(out[i] == wanted[threadIdx.x * ITEMS + i]);
    EXPECT(all == wanted[ALL - 1]);
    T first = some<T>(1000);
    Scan(storage).ExclusiveScan(items, out, first, op, all);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(out[i] == (threadIdx.x + i == 0 ? first : op(first, wanted[threadIdx.x * ITEMS + i - 1])));
    EXPECT(all == wanted[ALL - 1]);
    T one;
    Scan(storage).InclusiveScan(some<T>(threadIdx.x), one, op);
    __syncthreads();
    EXPECT(one == wanted[threadIdx.x]);
}

template <cub::BlockScanAlgorithm algorithm> __device__ void scan_types()
{
    scan<signed char, algorithm>(Plus());
    scan<unsigned short, algorithm>(Most());
    scan<int, algorithm>(Plus());
    scan<long long, algorithm>(Plus());
    scan<float, algorithm>(Plus());
    scan<double, algorithm>(Plus());
    scan<__half, algorithm>(Most());
    scan<__int128, algorithm>(Plus());
    scan<Affine, algorithm>(Then());
    scan<Pair, algorithm>(Plus());
}

TEST(scan_raking, 128) { scan_types<cub::BLOCK_SCAN_RAKING>(); }
TEST(scan_raking_memoize, 128) { scan_types<cub::BLOCK_SCAN_RAKING_MEMOIZE>(); }
TEST(scan_warps, 128) { scan_types<cub::BLOCK_SCAN_WARP_SCANS>(); }

// Carries a running total from one tile to the next.
struct Running {
    int total;
    __device__ int operator()(int aggregate)
    {
        int before = total;
        total += aggregate;
        return before;
    }
};

TEST(scan_running, 128)
{
    using Scan = cub::BlockScan<int, THREADS>;
    __shared__ typename Scan::TempStorage storage;
    Running running = {0};
    int wanted = 0;
    for (int tile = 0; tile < 4; tile++) {
        int sum;
        Scan(storage).ExclusiveSum(some<int>(tile * THREADS + threadIdx.x), sum, running);
        __syncthreads();
        wanted = 0;
        for (int i = 0; i < tile * THREADS + threadIdx.x; i++)
            wanted += some<int>(i);
        EXPECT(sum == wanted);
    }
}

template <typename Key> __device__ Key key(int i)
{
    return (Key)((long long)noise(i) - (1ll << 31)) * (Key)(sizeof(Key) > 4 ? 1000003 : 1);
}
template <> __device__ __half key<__half>(int i)
{
    return __float2half((float)((int)(noise(i) % 4001) - 2000) / 8);
}
template <> __device__ __nv_bfloat16 key<__nv_bfloat16>(int i)
{
    return __float2bfloat16((float)((int)(noise(i) % 4001) - 2000) / 8);
}

// Where item i comes to stand when sorted, equal ones in their order.
template <typename Key> __device__ int place_of(int i, bool descending)
{
    Key mine = key<Key>(i);
    int place = 0;
    for (int j = 0; j < ALL; j++) {
        Key other = key<Key>(j);
        place += (descending ? other > mine : other < mine) || (other == mine && j < i);
    }
    return place;
}

template <typename Key, int bits, bool memoize, cub::BlockScanAlgorithm algorithm>
__device__ void radix_sort(bool descending)
{
    using Sort = cub::BlockRadixSort<Key, THREADS, ITEMS, int, bits, memoize, algorithm>;
    __shared__ typename Sort::TempStorage storage;
    __shared__ int from[ALL];
    Key keys[ITEMS];
    int values[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        keys[i] = key<Key>(at);
        values[i] = at;
        from[place_of<Key>(at, descending)] = at;
    }
    if (descending)
        Sort(storage).SortDescending(keys, values);
    else
        Sort(storage).Sort(keys, values);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        EXPECT(values[i] == from[at]);
        EXPECT(keys[i] == key<Key>(from[at]));
    }
    for (int i = 0; i < ITEMS; i++) {
        keys[i] = key<Key>(threadIdx.x * ITEMS + i);
        values[i] = threadIdx.x * ITEMS + i;
    }
    __syncthreads();
    Sort(storage).SortBlockedToStriped(keys, values);
    __syncthreads();
    for (int i = 0; i < ITEMS && !descending; i++)
        EXPECT(values[i] == from[threadIdx.x + i * THREADS]);
    __syncthreads();
}

template <typename Key> __device__ void radix_sort_both()
{
    radix_sort<Key, 4, true, cub::BLOCK_SCAN_WARP_SCANS>(false);
    radix_sort<Key, 5, false, cub::BLOCK_SCAN_RAKING>(true);
}

TEST(radix_sort_8, 128) { radix_sort_both<signed char>(); radix_sort_both<unsigned char>(); }
TEST(radix_sort_16, 128) { radix_sort_both<short>(); radix_sort_both<unsigned short>(); }
TEST(radix_sort_32, 128) { radix_sort_both<int>(); radix_sort_both<unsigned>(); }
TEST(radix_sort_float, 128) { radix_sort_both<float>(); }
TEST(radix_sort_64, 128) { radix_sort_both<long long>(); radix_sort_both<double>(); }
TEST(radix_sort_half, 128) { radix_sort_both<__half>(); radix_sort_both<__nv_bfloat16>(); }
TEST(radix_sort_128, 128) { radix_sort_both<__int128>(); radix_sort_both<unsigned __int128>(); }

template <typename Key> __device__ void merge_sort(int valid)
{
    using Sort = cub::BlockMergeSort<Key, THREADS, ITEMS, int>;
    __shared__ typename Sort::TempStorage storage;
    Key keys[ITEMS];
    int values[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        keys[i] = key<Key>(at);
        values[i] = at;
    }
    auto less = [](const Key &a, const Key &b) { return a < b; };
    if (valid == ALL)
        Sort(storage).StableSort(keys, values, less);
    else
        Sort(storage).StableSort(keys, values, less, valid, (Key)30000);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        if (at >= valid)
            continue;
        EXPECT(keys[i] == key<Key>(values[i]));
        int place = 0;
        for (int j = 0; j < valid; j++)
            place += key<Key>(j) < keys[i] || (key<Key>(j) == keys[i] && j < values[i]);
        EXPECT(place == at);
    }
    __syncthreads();
}

// cub reads the key after the last one and does nothing with it; of a shuffle it takes that what was read before it
// is read.
// finds initialisation/uninitialised-shared: merge_sort_all
// finds race/shared-race: radix_rank_match
TEST(merge_sort_all, 128) { merge_sort<short>(ALL); merge_sort<int>(ALL); merge_sort<double>(ALL); merge_sort<__half>(ALL); merge_sort<__int128>(ALL); }
TEST(merge_sort_part, 128) { merge_sort<short>(200); merge_sort<__half>(101); }

template <typename T, bool slicing> __device__ void exchange()
{
    using Exchange = cub::BlockExchange<T, THREADS, ITEMS, slicing>;
    __shared__ typename Exchange::TempStorage storage;
    T items[ITEMS];
    int t = threadIdx.x, w = t / 32, l = t % 32, ranks[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        items[i] = some<T>(t * ITEMS + i);
    Exchange(storage).BlockedToStriped(items);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(items[i] == some<T>(t + i * THREADS));
    Exchange(storage).StripedToBlocked(items);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(items[i] == some<T>(t * ITEMS + i));
    Exchange(storage).BlockedToWarpStriped(items);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(items[i] == some<T>(w * 32 * ITEMS + l + i * 32));
    Exchange(storage).WarpStripedToBlocked(items);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        EXPECT(items[i] == some<T>(t * ITEMS + i));
        ranks[i] = ALL - 1 - (t * ITEMS + i);
    }
    Exchange(storage).ScatterToBlocked(items, ranks);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(items[i] == some<T>(ALL - 1 - (t * ITEMS + i)));
    Exchange(storage).ScatterToStriped(items, ranks);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(items[i] == some<T>(t + i * THREADS));
}

TEST(exchange_types, 128)
{
    exchange<char, false>();
    exchange<short, true>();
    exchange<int, false>();
    exchange<int, true>();
    exchange<double, true>();
    exchange<Pair, false>();
    exchange<__int128, true>();
}

__device__ alignas(16) unsigned char memory[2][512 * 16];

template <typename T, int items_each, cub::BlockLoadAlgorithm how, cub::BlockStoreAlgorithm back>
__device__ void load_store(int valid)
{
    using Load = cub::BlockLoad<T, THREADS, items_each, how>;
    using Store = cub::BlockStore<T, THREADS, items_each, back>;
    __shared__ union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
    } storage;
    const int all = THREADS * items_each;
    T *in = (T *)memory[0], *out = (T *)memory[1], items[items_each];
    for (int i = threadIdx.x; i < all; i += THREADS) {
        in[i] = some<T>(i);
        out[i] = some<T>(77);
    }
    __syncthreads();
    if (valid < all)
        Load(storage.load).Load(in, items, valid, some<T>(999));
    else
        Load(storage.load).Load(in, items);
    __syncthreads();
    bool striped = how == cub::BLOCK_LOAD_STRIPED;
    for (int i = 0; i < items_each; i++) {
        int at = striped ? threadIdx.x + i * THREADS : threadIdx.x * items_each + i;
        EXPECT(items[i] == some<T>(at < valid ? at : 999));
    }
    if (valid < all)
        Store(storage.store).Store(out, items, valid);
    else
        Store(storage.store).Store(out, items);
    __syncthreads();
    for (int i = threadIdx.x; i < all; i += THREADS)
        EXPECT(out[i] == some<T>(i < valid ? i : 77));
    __syncthreads();
}

template <typename T> __device__ void load_store_type()
{
    load_store<T, 4, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(512);
    load_store<T, 4, cub::BLOCK_LOAD_DIRECT, cub::BLOCK_STORE_DIRECT>(301);
    load_store<T, 4, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(512);
    load_store<T, 2, cub::BLOCK_LOAD_VECTORIZE, cub::BLOCK_STORE_VECTORIZE>(99);
    load_store<T, 3, cub::BLOCK_LOAD_STRIPED, cub::BLOCK_STORE_STRIPED>(384);
    load_store<T, 3, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(384);
    load_store<T, 3, cub::BLOCK_LOAD_TRANSPOSE, cub::BLOCK_STORE_TRANSPOSE>(11);
    load_store<T, 3, cub::BLOCK_LOAD_WARP_TRANSPOSE, cub::BLOCK_STORE_WARP_TRANSPOSE>(250);
    load_store<T, 3, cub::BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED, cub::BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED>(384);
}

TEST(load_store_char, 128) { load_store_type<char>(); }
TEST(load_store_int, 128) { load_store_type<int>(); }
TEST(load_store_long, 128) { load_store_type<long long>(); }
TEST(load_store_half, 128) { load_store_type<__half>(); }
TEST(load_store_128, 128) { load_store_type<__int128>(); }

template <cub::BlockHistogramAlgorithm algorithm> __device__ void histogram()
{
    using Histogram = cub::BlockHistogram<unsigned char, THREADS, ITEMS, 64, algorithm>;
    __shared__ typename Histogram::TempStorage storage;
    __shared__ unsigned counts[64];
    unsigned char samples[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        samples[i] = noise(threadIdx.x * ITEMS + i) % 64;
    Histogram(storage).Histogram(samples, counts);
    __syncthreads();
    if (threadIdx.x < 64) {
        unsigned wanted = 0;
        for (int i = 0; i < ALL; i++)
            wanted += noise(i) % 64 == threadIdx.x;
        EXPECT(counts[threadIdx.x] == wanted);
    }
    __syncthreads();
    Histogram(storage).Composite(samples, counts);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int i = 0; i < 64; i++)
            sum += counts[i];
        EXPECT(sum == 2 * ALL);
    }
    __syncthreads();
}

TEST(histograms, 128) { histogram<cub::BLOCK_HISTO_SORT>(); histogram<cub::BLOCK_HISTO_ATOMIC>(); }

TEST(discontinuity, 128)
{
    using Edges = cub::BlockDiscontinuity<int, THREADS>;
    __shared__ typename Edges::TempStorage storage;
    int items[ITEMS], heads[ITEMS], tails[ITEMS];
    auto value = [](int i) { return (int)(noise(i / 2) % 3); };
    for (int i = 0; i < ITEMS; i++)
        items[i] = value(threadIdx.x * ITEMS + i);
    auto differs = [](int a, int b) { return a != b; };
    Edges(storage).FlagHeadsAndTails(heads, tails, items, differs);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        EXPECT(heads[i] == (at == 0 || value(at - 1) != value(at)));
        EXPECT(tails[i] == (at == ALL - 1 || value(at + 1) != value(at)));
    }
    Edges(storage).FlagHeads(heads, items, differs, value(0));
    EXPECT(threadIdx.x || heads[0] == 0);
}

TEST(adjacent_difference, 128)
{
    using Difference = cub::BlockAdjacentDifference<long long, THREADS>;
    __shared__ typename Difference::TempStorage storage;
    long long items[ITEMS], out[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        items[i] = key<long long>(threadIdx.x * ITEMS + i);
    auto minus = [](long long a, long long b) { return a - b; };
    Difference(storage).SubtractLeft(items, out, minus);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        EXPECT(out[i] == (at ? items[i] - key<long long>(at - 1) : items[i]));
    }
    Difference(storage).SubtractRightPartialTile(items, out, minus, 200);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) {
        int at = threadIdx.x * ITEMS + i;
        EXPECT(out[i] == (at < 199 ? items[i] - key<long long>(at + 1) : items[i]));
    }
}

TEST(shuffle, 128)
{
    using Shuffle = cub::BlockShuffle<double, THREADS>;
    __shared__ typename Shuffle::TempStorage storage;
    int t = threadIdx.x;
    double out = -1, items[ITEMS], moved[ITEMS] = {-1, -1, -1};
    Shuffle(storage).Offset(some<double>(t), out, 5);
    __syncthreads();
    EXPECT(out == (t + 5 < THREADS ? some<double>(t + 5) : -1));
    Shuffle(storage).Rotate(some<double>(t), out, 7);
    __syncthreads();
    EXPECT(out == some<double>((t + 7) % THREADS));
    for (int i = 0; i < ITEMS; i++)
        items[i] = some<double>(t * ITEMS + i);
    Shuffle(storage).Up(items, moved);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(moved[i] == (t + i ? some<double>(t * ITEMS + i - 1) : -1));
    Shuffle(storage).Down(items, moved);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++)
        EXPECT(t * ITEMS + i + 1 >= ALL || moved[i] == some<double>(t * ITEMS + i + 1));
}

TEST(run_length_decode, 128)
{
    using Decode = cub::BlockRunLengthDecode<int, THREADS, 2, 4>;
    __shared__ typename Decode::TempStorage storage;
    int values[2];
    unsigned lengths[2], total = 0;
    for (int i = 0; i < 2; i++) {
        values[i] = key<int>(threadIdx.x * 2 + i);
        lengths[i] = 1 + noise(threadIdx.x * 2 + i) % 5;
    }
    Decode decode(storage, values, lengths, total);
    for (unsigned from = 0; from < total; from += THREADS * 4) {
        int items[4];
        unsigned offsets[4];
        decode.RunLengthDecode(items, offsets, from);
        for (int i = 0; i < 4; i++) {
            unsigned at = from + threadIdx.x * 4 + i, run = 0, before = 0;
            if (at >= total)
                continue;
            while (before + 1 + noise(run) % 5 <= at)
                before += 1 + noise(run++) % 5;
            EXPECT(items[i] == key<int>(run));
            EXPECT(offsets[i] == at - before);
        }
    }
}

template <typename Rank> __device__ void radix_rank()
{
    __shared__ typename Rank::TempStorage storage;
    const int threads = 128;
    unsigned keys[ITEMS];
    int ranks[ITEMS], warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int i = 0; i < ITEMS; i++)
        keys[i] = noise(warp * 32 * ITEMS + i * 32 + lane);
    Rank(storage).RankKeys(keys, ranks, cub::BFEDigitExtractor<unsigned>(3, 5));
    for (int i = 0; i < ITEMS; i++) {
        int at = warp * 32 * ITEMS + i * 32 + lane, rank = 0;
        unsigned digit = keys[i] >> 3 & 31;
        for (int j = 0; j < threads * ITEMS; j++) {
            unsigned other = noise(j) >> 3 & 31;
            rank += other < digit || (other == digit && j < at);
        }
        EXPECT(ranks[i] == rank);
    }
    __syncthreads();
}

TEST(radix_rank_match, 128)
{
    radix_rank<cub::BlockRadixRankMatch<128, 5, false>>();
    radix_rank<cub::BlockRadixRankMatchEarlyCounts<128, 5, false, cub::BLOCK_SCAN_WARP_SCANS, cub::WARP_MATCH_ANY>>();
    radix_rank<cub::BlockRadixRankMatchEarlyCounts<128, 5, false, cub::BLOCK_SCAN_WARP_SCANS, cub::WARP_MATCH_ATOMIC_OR>>();
}
