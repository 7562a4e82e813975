/* Counting, finding, reversing and moving bits. */
extern "C" __global__ void bits(unsigned *u, unsigned long long *v)
{
    unsigned a = u[threadIdx.x], b = u[threadIdx.x + 1];
    unsigned long long w = v[threadIdx.x];
    u[0] = __popc(a) + __clz(b) + __ffs(a) + __brev(b) + __byte_perm(a, b, 0x5140);
    u[1] = __funnelshift_l(a, b, 5) + __funnelshift_r(a, b, 7) + __funnelshift_lc(a, b, u[3]) + ((a >> 3) & 31) + (a & ~b ^ (a | b));
    v[0] = __popcll(w) + __clzll(w) + __brevll(w) + __ffsll(w) + (w >> 7 & 0xff);
    u[2] = __umulhi(a, b) + __mul24((int)a, (int)b) + __sad((int)a, (int)b, 3u) + __dp4a(a, b, 5u) + __vadd2(a, b) + __vabsdiffu4(a, b) + __uhadd(a, b) + __fns(a, 2, 3);
    v[1] = __umul64hi(w, v[2]) + (unsigned long long)a * b;
}
