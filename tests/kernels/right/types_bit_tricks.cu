// Counting, finding, reversing, shuffling of bits and bytes.
// launch: --grid 1 --block 64
// data x = [(i * 2654435761 + 12345) % 2**32 for i in range(64)]
// arg: in:u32[64]=@x
// arg: out:u32[320]
// out 1 = [r for v in x for r in (bin(v).count("1"), 32 - v.bit_length(), (v & -v).bit_length(), int("{:032b}".format(v)[::-1], 2), int.from_bytes(v.to_bytes(4, "big"), "little"))]
extern "C" __global__ void k(const unsigned *x, unsigned *out)
{
    unsigned v = x[threadIdx.x], *o = out + 5 * threadIdx.x;
    o[0] = __popc(v);
    o[1] = __clz(v);
    o[2] = __ffs(v);
    o[3] = __brev(v);
    o[4] = __byte_perm(v, 0, 0x0123);
}
