// An array is destroyed twice.
// expect: double-free
static void run(void)
{
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR shape = {
        .Width = 64, .Height = 16, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    CHECK(cuArrayCreate(&array, &shape));
    CHECK(cuArrayDestroy(array));
    MAY_FAIL(cuArrayDestroy(array)); /* here */
}
