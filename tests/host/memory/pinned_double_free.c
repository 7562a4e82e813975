// Pinned memory is freed twice.
// expect: double-free
static void run(void)
{
    int *host;
    CHECK(cuMemAllocHost((void **)&host, BYTES));
    CHECK(cuMemFreeHost(host));
    MAY_FAIL(cuMemFreeHost(host)); /* here */
}
