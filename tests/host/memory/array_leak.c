// An array is never destroyed.
// expect: leak
static void run(void)
{
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR shape = {
        .Width = 64, .Height = 16, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
    CHECK(cuArrayCreate(&array, &shape)); /* here */
}
