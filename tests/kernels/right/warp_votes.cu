// ballot, any, all, match, with lanes that have left: they no longer count.
// launch: --grid 1 --block 64
// arg: out:u32[40]
// out 0 = [{0: 0xFFFFFFFF, 1: 0xFF}[i // 32] & 0x55555555 if i % 4 == 0 else 1 if i % 4 == 1 else 0 if i % 4 == 2 else bin(0x11111111 << (i % 32 // 4 * 0) & 0).count("1") + (8 if i < 32 else 2) for i in range(40)]
extern "C" __global__ void k(unsigned *out)
{
    unsigned i = threadIdx.x;
    if (i >= 40)
        return;
    unsigned even = __ballot_sync(0xffffffff, i % 2 == 0);
    unsigned some = __any_sync(0xffffffff, i == 32 || i == 3);
    unsigned every = __all_sync(0xffffffff, i % 2 == 0);
    unsigned same = __match_any_sync(0xffffffff, i % 4);
    out[i] = i % 4 == 0 ? even : i % 4 == 1 ? some : i % 4 == 2 ? every : __popc(same);
}
