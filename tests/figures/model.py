"""What each launch of launches.py must count, told from the addresses that its warps touch: an independent statement of
the rules (CUDA C++ Best Practices Guide, coalesced access; Programming Guide, shared memory banks)."""

SIZES = {"u8": 1, "u16": 2, "f32": 4, "f64": 8, "f32x2": 8, "f32x4": 16}


class Counts:
    """Requests, sectors and passes by space and operation."""

    def __init__(self):
        self.sums = {}

    def add(self, name, value):
        self.sums[name] = self.sums.get(name, 0) + value

    def access(self, space, op, addresses, size, predicated=False):
        """One warp's access: the address of each active lane, in the order of lanes; None: inactive. In machine code
        the body of a short if is executed by all warps, with a predicate, which counts where no lane is active too."""
        active = [a for a in addresses if a is not None]
        if predicated:
            self.add(f"smsp__inst_executed_op_shared_{op}.sum", 1 - bool(active))
        if not active:
            return
        if space == "global":
            self.add(f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum", 1)
            sectors = {b // 32 for a in active for b in (a, a + size - 1)}
            count = len(sectors)
            if op in ("atom", "red"):  # one after the other where they meet
                count = sum(max(active.count(a) for a in active if a // 32 == s) for s in sectors)
            self.add(f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum", count)
            return
        self.add(f"smsp__inst_executed_op_shared_{op}.sum", 1)
        if op == "atom":
            return
        parts = max(1, size // 4)
        lanes = 32 // parts
        passes = ideal = 0
        for part in range(parts):
            words = {w for a in addresses[part * lanes:(part + 1) * lanes] if a is not None
                     for w in range(a // 4, (a + size - 1) // 4 + 1)}
            banks = [w % 32 for w in words]
            passes += max((banks.count(b) for b in set(banks)), default=0)
            ideal += bool(words)
        self.add(f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum", passes)
        self.add(f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}.sum", passes - ideal)


def warps(grid, block):
    """(block x, block y, threads of a warp as (x, y), the first one's number in its block)"""
    threads = [(x, y) for y in range(block[1]) for x in range(block[0])]
    for by in range(grid[1]):
        for bx in range(grid[0]):
            for first in range(0, len(threads), 32):
                yield bx, by, threads[first:first + 32], first


def plain(load, store, size, loaded=None, stored=None, when=lambda i: True):
    """A kernel where thread i loads one element and stores one; `loaded` and `stored` are where in it."""

    def count(counts, grid, block, n):
        for bx, _, threads, _ in warps(grid, block):
            numbers = [bx * block[0] + x for x, _ in threads]
            for op, where, part in (("ld", load, loaded), ("st", store, stored)):
                offset, bytes_ = part or (0, size)
                counts.access("global", op, [where(i, n) * size + offset if when(i, n) else None
                                             for i in numbers], bytes_)

    return count


def same(i, _n):
    return i


def always(_i, _n):
    return True


def copies(name, load=same, store=same, size=4, loaded=None, stored=None, when=always):
    return {name: plain(load, store, size, loaded, stored, when)}


def by_rows(load):
    def count(counts, grid, block, n):
        for bx, _, threads, _ in warps(grid, block):
            counts.access("global", "ld", [4 * load(bx, x, n) for x, _ in threads], 4)
            counts.access("global", "st", [4 * (bx * block[0] + x) for x, _ in threads], 4)

    return count


def transpose_naive(counts, grid, block, n):
    for bx, by, threads, _ in warps(grid, block):
        at = [(bx * 32 + x, by * 32 + y) for x, y in threads]
        counts.access("global", "ld", [4 * (y * n + x) for x, y in at], 4)
        counts.access("global", "st", [4 * (x * n + y) for x, y in at], 4)


def transpose(width):
    def count(counts, grid, block, n):
        for bx, by, threads, _ in warps(grid, block):
            counts.access("global", "ld", [4 * ((by * 32 + y) * n + bx * 32 + x) for x, y in threads], 4)
            counts.access("shared", "st", [4 * (y * width + x) for x, y in threads], 4)
            counts.access("shared", "ld", [4 * (x * width + y) for x, y in threads], 4)
            counts.access("global", "st", [4 * ((bx * 32 + y) * n + by * 32 + x) for x, y in threads], 4)

    return count


def shared(size):
    def count(counts, grid, block, n):
        for bx, _, threads, _ in warps(grid, block):
            mine = [size * (bx * block[0] + x) for x, _ in threads]
            tile = [size * (x * n % 1024) for x, _ in threads]
            counts.access("global", "ld", mine, size)
            counts.access("shared", "st", tile, size)
            counts.access("shared", "ld", tile, size)
            counts.access("global", "st", mine, size)

    return count


def shared_broadcast(counts, grid, block, n):
    for bx, _, threads, _ in warps(grid, block):
        mine = [4 * (bx * block[0] + x) for x, _ in threads]
        counts.access("global", "ld", mine, 4)
        counts.access("shared", "st", [4 * x for x, _ in threads], 4)
        counts.access("shared", "ld", [4 * (n + x // 32) for x, _ in threads], 4)
        counts.access("global", "st", mine, 4)


def reduction(steps):
    """`steps`: for each round a function from the thread to (where it adds to, what it adds) or None."""

    def count(counts, grid, block, _n):
        for bx, _, threads, first in warps(grid, block):
            counts.access("global", "ld", [4 * (bx * block[0] + x) for x, _ in threads], 4)
            counts.access("shared", "st", [4 * x for x, _ in threads], 4)
            for step in steps:
                pairs = [step(x) for x, _ in threads]
                for op, which in (("ld", 0), ("ld", 1), ("st", 0)):
                    counts.access("shared", op, [p and 4 * p[which] for p in pairs], 4, predicated=True)
            if first == 0:
                counts.access("shared", "ld", [0] + [None] * 31, 4)
                counts.access("global", "st", [4 * bx] + [None] * 31, 4)

    return count


def fixed(s, test, where):
    return lambda x: (where(x, s), where(x, s) + s) if test(x, s) else None


POWERS = [1 << k for k in range(8)]
MODULO = [fixed(s, lambda x, s: x % (2 * s) == 0, lambda x, s: x) for s in POWERS]
STRIDED = [fixed(s, lambda x, s: 2 * s * x < 256, lambda x, s: 2 * s * x) for s in POWERS]
HALVES = [fixed(s, lambda x, s: x < s, lambda x, s: x) for s in reversed(POWERS)]


def atomics(op, where, used=False):
    def count(counts, grid, block, n):
        for bx, _, threads, _ in warps(grid, block):
            numbers = [bx * block[0] + x for x, _ in threads]
            counts.access("global", "ld", [4 * i for i in numbers], 4)
            counts.access("global", op, [4 * where(i, n) for i in numbers], 4)
            if used:
                counts.access("global", "st", [4 * (4096 + i) for i in numbers], 4)

    return count


def histogram(counts, grid, block, _n):
    for bx, _, threads, _ in warps(grid, block):
        line = [4 * x for x, _ in threads]
        counts.access("global", "ld", [4 * (bx * block[0] + x) for x, _ in threads], 4)
        counts.access("shared", "st", line, 4)
        counts.access("shared", "atom", line, 4)
        counts.access("shared", "ld", line, 4)
        counts.access("global", "red", line, 4)


def divergent(counts, grid, block, n):
    for bx, _, threads, _ in warps(grid, block):
        numbers = [bx * block[0] + x for x, _ in threads]
        counts.access("global", "ld", [4 * i for i in numbers], 4)
        for way in range(min(n, 4)):
            counts.access("global", "st", [4 * (i + 65536 * way) if min(i % n, 3) == way else None
                                           for i in numbers], 4)


KERNELS = {
    **{k: v for t, size in SIZES.items() for k, v in copies(f"copy_{t}", size=size).items()},
    **{f"shared_{t}": shared(size) for t, size in SIZES.items()},
    **copies("copy_offset", load=lambda i, n: i + n),
    **copies("store_offset", store=lambda i, n: i + n),
    **copies("load_strided", load=lambda i, n: i * n),
    **copies("store_strided", store=lambda i, n: i * n),
    **copies("load_strided_f64", load=lambda i, n: i * n, size=8),
    **copies("load_reversed", load=lambda i, n: i ^ 31),
    **copies("load_broadcast", load=lambda i, n: i // 32 * 32 + n),
    **copies("load_pairs", load=lambda i, n: i // 2 + n),
    **copies("load_scattered", load=lambda i, n: i * 7919 % 65521),
    **copies("half_warps", when=lambda i, n: i % 32 < n),
    **copies("odd_lanes", when=lambda i, n: i % 2 == 1),
    **copies("structs_one_field", size=32, loaded=(24, 4), stored=(0, 4)),
    **copies("structs_of_three", size=3, loaded=(2, 1), stored=(1, 1)),
    **copies("loops_of_lane"),
    "rows": by_rows(lambda b, x, n: b * n + x),
    "columns": by_rows(lambda b, x, n: x * n + b),
    "transpose_naive": transpose_naive,
    "transpose_tile": transpose(32),
    "transpose_padded": transpose(33),
    "shared_broadcast": shared_broadcast,
    "reduce_modulo": reduction(MODULO),
    "reduce_strided": reduction(STRIDED),
    "reduce_halves": reduction(HALVES),
    "atomic_red": atomics("red", lambda i, n: i // n),
    "atomic_used": atomics("atom", lambda i, n: i // n, used=True),
    "atomic_scattered": atomics("red", lambda i, n: i * 37 % 1024),
    "histogram_shared": histogram,
    "divergent": divergent,
}


def expected(kernel, grid, block, n):
    """{ metric: value }, or None where no model is written."""
    if kernel not in KERNELS:
        return None
    counts = Counts()
    KERNELS[kernel](counts, grid, block, n)
    return counts.sums
