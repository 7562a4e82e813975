// A captured graph forks before the kernel whose data the other branch adds.
// expect: stream-race also: uninitialised-global
static void run(void)
{
    CUstream a = stream(), b = stream();
    CUdeviceptr p = take(), q = take();
    CUevent forked = event(), joined = event();
    CUgraph graph;
    CUgraphExec exec;
    CHECK(cuMemsetD32(q, 0, N));
    CHECK(cuStreamBeginCapture(a, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuEventRecord(forked, a));
    CHECK(fill(a, p, 1));
    CHECK(cuStreamWaitEvent(b, forked, 0));
    CHECK(add(b, q, p));
    CHECK(cuEventRecord(joined, b));
    CHECK(cuStreamWaitEvent(a, joined, 0));
    CHECK(cuStreamEndCapture(a, &graph));
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, a));
    CHECK(cuGraphLaunch(exec, a));
    CHECK(cuCtxSynchronize());
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    CHECK(cuMemFree(p));
    CHECK(cuMemFree(q));
    CHECK(cuEventDestroy(forked));
    CHECK(cuEventDestroy(joined));
    stream_end(a);
    stream_end(b);
}
