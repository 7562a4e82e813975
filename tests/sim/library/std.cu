// The C++ standard library for devices, cuda::std.
#include <cuda/bit>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/numeric>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstring>
#include <cuda/std/ctime>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/inplace_vector>
#include <cuda/std/limits>
#include <cuda/std/linalg>
#include <cuda/std/mdspan>
#include <cuda/std/memory>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ranges>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/atomic>

#include "library.h"

namespace cs = cuda::std;

template <typename T> __device__ bool near(cs::complex<T> a, cs::complex<T> b, T within)
{
    return cs::abs(a - b) <= within * (1 + cs::abs(b));
}

template <typename T> __device__ void complex(T within)
{
    int t = threadIdx.x;
    cs::complex<T> z((T)(t % 7) - 3, (T)(t % 5) / 2 - 1), w((T)0.5, (T)(t + 1) / 8);
    EXPECT(near(z * w / w, z, within));
    EXPECT(near(cs::exp(z) * cs::exp(-z), cs::complex<T>(1), within));
    EXPECT(near(cs::sqrt(z) * cs::sqrt(z), z, within));
    EXPECT(near(cs::exp(cs::log(w)), w, within));
    EXPECT(near(cs::sin(w) * cs::sin(w) + cs::cos(w) * cs::cos(w), cs::complex<T>(1), 4 * within * (1 + cs::norm(cs::sin(w)))));
    EXPECT(near(cs::tanh(w), cs::sinh(w) / cs::cosh(w), within));
    EXPECT(near(cs::pow(w, 2), w * w, within));
    EXPECT(near(cs::polar(cs::abs(w), cs::arg(w)), w, within));
    EXPECT(near(cs::sin(cs::asin(w)), w, 8 * within));
    EXPECT(near(cs::cos(cs::acos(w)), w, 8 * within));
    EXPECT(near(cs::tan(cs::atan(w)), w, 32 * within));
    EXPECT(near(cs::sinh(cs::asinh(w)), w, 8 * within));
    EXPECT(cs::norm(z) == z.real() * z.real() + z.imag() * z.imag());
    EXPECT(cs::conj(z).imag() == -z.imag());
}
TEST(complex_float, 64) { complex<float>(2e-6f); }
TEST(complex_double, 64) { complex<double>(1e-14); }

template <typename T> __device__ void bits()
{
    const int width = cs::numeric_limits<T>::digits;
    T x = (T)((unsigned __int128)noise(threadIdx.x) << width / 3) ^ (T)noise(threadIdx.x + 99);
    if (threadIdx.x == 0)
        x = 0;
    int ones = 0, leading = width, trailing = width;
    T turned = 0;
    for (int i = 0; i < width; i++) {
        bool bit = x >> i & 1;
        ones += bit;
        if (bit)
            leading = width - 1 - i;
        if (bit && trailing == width)
            trailing = i;
        turned |= (T)((T)bit << (width - 1 - i));
    }
    EXPECT(cs::popcount(x) == ones);
    EXPECT(cs::countl_zero(x) == leading);
    EXPECT(cs::countr_zero(x) == trailing);
    EXPECT(cs::bit_width(x) == width - leading);
    EXPECT(cs::has_single_bit(x) == (ones == 1));
    EXPECT(cs::bit_floor(x) == (x ? (T)((T)1 << (width - 1 - leading)) : 0));
    EXPECT(cs::rotl(x, 5) == (T)((T)(x << 5) | (T)(x >> (width - 5))));
    EXPECT(cs::rotr(x, 3) == (T)((T)(x >> 3) | (T)(x << (width - 3))));
    EXPECT(cuda::bit_reverse(x) == turned);
    EXPECT(cuda::bitfield_extract(x, 3, 4) == (x >> 3 & 15));
    EXPECT(cuda::bitfield_insert(x, (T)5, 1, 3) == (T)((x & ~(T)14) | 10));
    EXPECT(cuda::bitmask<T>(2, 4) == (T)60);
    EXPECT((cuda::ilog2(x | 1) == width - 1 - (int)cs::countl_zero((T)(x | 1))));
}
TEST(bits_of_integers, 64) { bits<unsigned char>(); bits<unsigned short>(); bits<unsigned>(); bits<unsigned long long>(); bits<unsigned __int128>(); }

TEST(integers, 64)
{
    unsigned x = noise(threadIdx.x);
    long long a = (long long)noise(threadIdx.x + 5) * 777777777, b = (int)noise(threadIdx.x + 6);
    EXPECT(cuda::ceil_div(x, 7u) == x / 7 + (x % 7 != 0));
    EXPECT(cs::gcd(a, b) > 0 && a % cs::gcd(a, b) == 0 && b % cs::gcd(a, b) == 0);
    EXPECT(cs::midpoint(x, x + 6) == x + 3 || x + 6 < x);
    EXPECT(cs::byteswap(x) == __byte_perm(x, 0, 0x0123));
    EXPECT(cs::bit_cast<unsigned>(cs::bit_cast<float>(x)) == x || (x & 0x7fffffff) > 0x7f800000);
    auto product = (__int128)a * b;
    EXPECT(b == 0 || (long long)(product / b) == a);
}

struct Counted {
    int *live;
    __device__ Counted(int *live) : live(live) { ++*live; }
    __device__ Counted(const Counted &o) : live(o.live) { ++*live; }
    __device__ ~Counted() { --*live; }
};

TEST(containers, 64)
{
    int t = threadIdx.x, live = 0;
    cs::array<int, 9> some;
    for (int i = 0; i < 9; i++)
        some[i] = (i * 5 + t) % 9;
    cs::span<int> part(some.data() + 2, 5);
    int sum = 0;
    for (int v : part)
        sum += v;
    EXPECT(sum == some[2] + some[3] + some[4] + some[5] + some[6]);
    {
        cs::optional<Counted> maybe;
        if (t & 1)
            maybe.emplace(&live);
        cs::variant<int, double, Counted> either = 5;
        if (t & 2)
            either = 2.5;
        if (t & 4)
            either.emplace<Counted>(&live);
        EXPECT(live == (t & 1) + (t >> 2 & 1));
        int which = cs::visit([](auto &x) { return (int)sizeof(x); }, either);
        EXPECT(which == (t & 6 ? 8 : 4));
        EXPECT(maybe.has_value() == (t & 1));
    }
    EXPECT(live == 0);
    auto tuple = cs::make_tuple(t, 2.5f, (char)3);
    auto [a, b, c] = tuple;
    EXPECT(a == t && b == 2.5f && c == 3);
    EXPECT(cs::apply([](int x, float y, char z) { return x + (int)y + z; }, tuple) == t + 5);
    cs::expected<int, char> answer = t & 1 ? cs::expected<int, char>(7) : cs::unexpected<char>('x');
    EXPECT(answer.value_or(3) == (t & 1 ? 7 : 3));
    cs::inplace_vector<int, 8> grown;
    for (int i = 0; i < t % 8; i++)
        grown.push_back(i * i);
    EXPECT((int)grown.size() == t % 8);
    EXPECT(grown.empty() || grown.back() == (t % 8 - 1) * (t % 8 - 1));
    cs::bitset<100> set;
    for (int i = t % 3; i < 100; i += 3)
        set.set(i);
    EXPECT((int)set.count() == (100 - t % 3 + 2) / 3);
    cs::unique_ptr<int[]> heap(new int[4]);
    heap[t % 4] = t;
    EXPECT(heap[t % 4] == t);
    EXPECT(cs::accumulate(some.begin(), some.end(), 0) == 36);
    int copy[9];
    cs::memcpy(copy, some.data(), sizeof copy);
    EXPECT(cs::memcmp(copy, some.data(), sizeof copy) == 0);
}

__device__ float matrix[6 * 10];
TEST(views, 60)
{
    cs::mdspan<float, cs::extents<int, 6, cs::dynamic_extent>> by_row(matrix, 10);
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left> by_column(matrix, 6, 10);
    int r = threadIdx.x / 10, c = threadIdx.x % 10;
    by_row(r, c) = threadIdx.x;
    __syncthreads();
    EXPECT(matrix[r * 10 + c] == threadIdx.x);
    EXPECT(by_column(r, c) == r + c * 6);
    auto turned = cs::linalg::transposed(by_row);
    EXPECT(turned(c, r) == threadIdx.x);
    auto scaled = cs::linalg::scaled(2.0f, by_row);
    EXPECT(scaled(r, c) == 2 * threadIdx.x);
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_stride> every(matrix, cs::layout_stride::mapping(cs::dextents<int, 2>(3, 5), cs::array<int, 2>{20, 2}));
    EXPECT(r >= 3 || c >= 5 || every(r, c) == r * 20 + c * 2);
}

TEST(clocks, 32)
{
    auto a = cs::chrono::system_clock::now();
    auto b = cs::chrono::high_resolution_clock::now();
    EXPECT(b.time_since_epoch() >= a.time_since_epoch());
    EXPECT(cs::chrono::duration_cast<cs::chrono::minutes>(cs::chrono::hours(3)).count() == 180);
    cs::chrono::year_month_day day(cs::chrono::sys_days(cs::chrono::days(20000)));
    EXPECT((int)day.year() == 2024 && (unsigned)day.month() == 10 && (unsigned)day.day() == 4);
}

template <typename T, cuda::thread_scope scope> __device__ void atomics(T *place, cs::memory_order order)
{
    cuda::atomic_ref<T, scope> ref(*place);
    int t = threadIdx.x;
    if (t == 0)
        ref.store(0, cs::memory_order_relaxed);
    __syncthreads();
    ref.fetch_add((T)t, order);
    __syncthreads();
    EXPECT(ref.load(cs::memory_order_acquire) == (T)(64 * 63 / 2));
    __syncthreads();
    ref.fetch_sub((T)t, order);
    __syncthreads();
    EXPECT(ref.load() == (T)0);
    __syncthreads();
    T seen = ref.load(cs::memory_order_relaxed);
    while (!ref.compare_exchange_weak(seen, seen + (T)1, order, cs::memory_order_relaxed))
        ;
    __syncthreads();
    EXPECT(ref.load() == (T)64);
    __syncthreads();
    T was = ref.exchange((T)(t % 16), order);
    EXPECT(was == (T)64 || was < (T)16);
    __syncthreads();
    ref.fetch_max((T)(t % 100), order);
    __syncthreads();
    EXPECT(ref.load() == (T)63);
    __syncthreads();
    ref.fetch_min((T)(t + 3), order);
    __syncthreads();
    EXPECT(ref.load() == (T)3);
    __syncthreads();
}

template <typename T, cuda::thread_scope scope> __device__ void atomics_all(T *place)
{
    atomics<T, scope>(place, cs::memory_order_relaxed);
    atomics<T, scope>(place, cs::memory_order_acq_rel);
    atomics<T, scope>(place, cs::memory_order_seq_cst);
}

template <typename T> __device__ void logic(T *place)
{
    cuda::atomic_ref<T, cuda::thread_scope_device> ref(*place);
    int t = threadIdx.x % (8 * sizeof(T));
    if (threadIdx.x == 0)
        ref.store(0);
    __syncthreads();
    ref.fetch_or((T)((T)1 << t));
    __syncthreads();
    EXPECT(ref.load() == (T) ~(T)0);
    __syncthreads();
    if (threadIdx.x < 4)
        ref.fetch_and((T) ~((T)1 << t));
    __syncthreads();
    EXPECT(ref.load() == (T) ~(T)15);
    __syncthreads();
    if (threadIdx.x < 6)
        ref.fetch_xor((T)((T)1 << t));
    __syncthreads();
    EXPECT(ref.load() == (T)((T) ~(T)15 ^ (T)63));
    __syncthreads();
}

__device__ alignas(16) unsigned long long place[2];

TEST(atomics_8, 64) { atomics_all<unsigned char, cuda::thread_scope_device>((unsigned char *)place + 3); logic((unsigned char *)place + 5); }
TEST(atomics_16, 64) { atomics_all<short, cuda::thread_scope_block>((short *)place + 1); logic((unsigned short *)place + 2); }
TEST(atomics_32, 64) { atomics_all<int, cuda::thread_scope_system>((int *)place); atomics_all<unsigned, cuda::thread_scope_device>((unsigned *)place + 1); logic((unsigned *)place + 2); }
TEST(atomics_64, 64) { atomics_all<unsigned long long, cuda::thread_scope_device>(place); atomics_all<long long, cuda::thread_scope_block>((long long *)place + 1); logic(place); }
TEST(atomics_float, 64) { atomics_all<float, cuda::thread_scope_device>((float *)place); atomics_all<double, cuda::thread_scope_block>((double *)place + 1); }
// An atomic byte is one of a word that is read and exchanged as a whole.
// finds initialisation/uninitialised-shared: atomics_shared
TEST(atomics_shared, 64)
{
    __shared__ long long here;
    __shared__ char byte;
    __shared__ float number;
    atomics_all<long long, cuda::thread_scope_block>(&here);
    atomics_all<char, cuda::thread_scope_block>(&byte);
    atomics_all<float, cuda::thread_scope_block>(&number);
}

TEST(atomic_flags, 64)
{
    __shared__ cs::atomic_flag flag;
    __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
    __shared__ int guarded;
    if (threadIdx.x == 0) {
        new (&flag) cs::atomic_flag();
        new (&turn) cuda::atomic<int, cuda::thread_scope_block>(0);
        flag.clear();
        guarded = 0;
    }
    __syncthreads();
    while (flag.test_and_set(cs::memory_order_acquire))
        ;
    guarded++;
    flag.clear(cs::memory_order_release);
    __syncthreads();
    EXPECT(guarded == 64);
    __syncthreads();
    turn.wait(-1);
    while (turn.load(cs::memory_order_acquire) != threadIdx.x)
        turn.wait(threadIdx.x + 100);
    guarded += threadIdx.x;
    turn.store(threadIdx.x + 1, cs::memory_order_release);
    turn.notify_all();
    __syncthreads();
    EXPECT(guarded == 64 + 2016);
}

template <typename T> __device__ void maths(T within)
{
    T x = (T)((int)threadIdx.x - 31) / 9, y = (T)threadIdx.x / 20 + (T)0.25;
    auto same = [&](T a, T b) { return cs::abs(a - b) <= within * (1 + cs::abs(b)); };
    EXPECT(same(cs::pow(y, (T)3), y * y * y));
    EXPECT(same(cs::hypot(x, y) * cs::hypot(x, y), x * x + y * y));
    EXPECT(same(::fma(x, y, x), x * y + x));
    EXPECT(same(cs::cbrt(y) * cs::cbrt(y) * cs::cbrt(y), y));
    EXPECT(same(cs::expm1(y), cs::exp(y) - 1));
    EXPECT(same(cs::log1p(y), cs::log(1 + y)));
    EXPECT(same(cs::atan2(cs::sin(x), cs::cos(x)), ::remainder(x, 2 * cs::numbers::pi_v<T>)));
    EXPECT(same(cs::lerp(x, y, (T)0.25), x + (y - x) / 4));
    EXPECT(cs::trunc(x) + cs::copysign(::fmod(cs::abs(x), (T)1), x) == x || same(cs::trunc(x) + cs::copysign(::fmod(cs::abs(x), (T)1), x), x));
    EXPECT(cs::floor(x) <= x && cs::ceil(x) >= x && cs::round(x) - x <= (T)0.5);
    EXPECT(cs::signbit(x) == (x < 0) && cs::isfinite(x) && !cs::isnan(x));
    EXPECT(cs::lround(y * 10) == (long)(y * 10 + (T)0.5));
    int exponent;
    T part = cs::frexp(y, &exponent);
    EXPECT(cs::ldexp(part, exponent) == y);
    EXPECT(cs::nextafter(y, (T)100) > y);
    EXPECT(cs::ilogb(y) == exponent - 1);
    EXPECT(same(cs::tgamma((T)5), 24) && same(::erf(y) + ::erfc(y), 1));
}
TEST(maths_float, 64) { maths<float>(3e-6f); }
TEST(maths_double, 64) { maths<double>(1e-14); }
