// Pinned memory is never freed.
// expect: leak
static void run(void)
{
    int *host;
    CHECK(cuMemHostAlloc((void **)&host, BYTES, CU_MEMHOSTALLOC_PORTABLE)); /* here */
    host[0] = 1;
}
