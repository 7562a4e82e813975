// A product of matrices in half precision, over ten tiles: the sums grow past the largest half.
// launch: --grid 1 --block 32
// arg: in:f16[2560]=constant:40
// arg: in:f16[2560]=constant:40
// arg: out:f16[256]
// arg: i32=10
// wrong: infinity
// only: own target
#include <mma.h>
using namespace nvcuda;

extern "C" __global__ void k(const half *a, const half *b, half *c, int n)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
    wmma::fill_fragment(sum, __float2half(0.0f));
    for (int i = 0; i < n; i++) {
        wmma::load_matrix_sync(left, a + i * 256, 16);
        wmma::load_matrix_sync(right, b + i * 256, 16);
        wmma::mma_sync(sum, left, right, sum); // <--
    }
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major); // <--
}
