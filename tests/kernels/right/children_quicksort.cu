// Quicksort: each grid parts its piece and launches one for either side, in streams of their own.
// launch: --grid 1 --block 1
// data a = [i * 7919 % 1009 - 500 for i in range(200)]
// arg: inout:i32[200]=@a
// arg: i32=0
// arg: i32=199
// out 0 = sorted(a)
extern "C" __global__ void k(int *a, int left, int right)
{
    int low = left, high = right, pivot = a[(left + right) / 2];
    while (low <= high) {
        while (a[low] < pivot)
            low++;
        while (a[high] > pivot)
            high--;
        if (low > high)
            break;
        int swapped = a[low];
        a[low++] = a[high];
        a[high--] = swapped;
    }
    cudaStream_t stream;
    if (left < high) {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        k<<<1, 1, 0, stream>>>(a, left, high);
        cudaStreamDestroy(stream);
    }
    if (low < right) {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        k<<<1, 1, 0, stream>>>(a, low, right);
        cudaStreamDestroy(stream);
    }
}
