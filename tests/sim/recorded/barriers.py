"""bar, barrier, mbarrier, fences and clusters: what the threads see of each other's memory behind them."""
import itertools

from device import Case, kernel, source

SHARED = ".shared .align 16 .b8 room[2048]; .shared .align 8 .b64 barrier; .reg .b32 %room, %bar, %at, %v, %w, %d, %n; .reg .b64 %s, %x, %generic; .reg .pred %q, %r;"
START = ("mov.u32 %room, room; mov.u32 %bar, barrier; ld.global.u32 %v, [%in]; mad.lo.u32 %at, %t, 4, %room; mov.u32 %d, 0; "
         "cvt.u64.u32 %generic, %bar; cvta.shared.u64 %generic, %generic;")
PASS = "st.shared.u32 [%at], %v; {0} xor.b32 %w, %t, 37; mad.lo.u32 %w, %w, 4, %room; ld.shared.u32 %d, [%w]; st.global.u32 [%out], %d;"


def block_case(name, forms, body, threads=128, words=1, **more):
    return Case(name, forms, kernel(START + body, SHARED, per_given=4, per_out=4 * words, **more), source(name).randbytes(4 * threads),
                threads * 4 * words, (threads, 1, 1))


def plain():
    for head, tail in (("bar", ""), ("bar.cta", ""), ("barrier", ""), ("barrier.cta", ""), ("barrier", ".aligned"), ("barrier.cta", ".aligned")):
        form = f"{head}.sync{tail}"
        for operands in ("0", "7", "3, 128", "%n", "%n, 128"):
            yield block_case(f"{form} {operands}", [form], "mov.u32 %n, 5; " + PASS.format(f"{form} {operands};"))
        # the first half brings, the second one takes
        arrive = f"{head}.arrive{tail}"
        body = (f"setp.lt.u32 %q, %t, 64; @!%q bra take; st.shared.u32 [%at], %v; {arrive} 2, 128; bra.uni done;"
                f"take: {form} 2, 128; sub.u32 %w, %t, 64; mad.lo.u32 %w, %w, 4, %room; ld.shared.u32 %d, [%w]; st.global.u32 [%out], %d; done:")
        yield block_case(f"{arrive}", [arrive], body)
        for (op, type_), some in itertools.product((("popc", "u32"), ("and", "pred"), ("or", "pred")), ("", ", 128")):
            form = f"{head}.red.{op}{tail}.{type_}"
            for test, word in (("setp.lt.u32 %q, %v, 0x50000000;", "some"), ("setp.lt.u32 %q, %t, 200;", "all"), ("setp.gt.u32 %q, %t, 200;", "none")):
                for sign in ("", "!"):
                    result = f"{form} %d, 1{some}, {sign}%q;" if op == "popc" else f"{form} %r, 1{some}, {sign}%q; selp.u32 %d, 1, 0, %r;"
                    yield block_case(f"{form} {word}{some}{sign}", [form], f"{test} {result} st.global.u32 [%out], %d;")
    for mask in (0xffffffff, 0x0ff0f00f):
        body = (f"mov.u32 %n, 1; shl.b32 %n, %n, %lane; and.b32 %n, %n, {mask:#x}; setp.eq.u32 %q, %n, 0; @%q bra done;"
                f"st.shared.u32 [%at], %v; bar.warp.sync {mask:#x}; xor.b32 %w, %t, 1; mad.lo.u32 %w, %w, 4, %room; ld.shared.u32 %d, [%w]; done: st.global.u32 [%out], %d;")
        yield block_case(f"bar.warp.sync {mask:#x}", ["bar.warp.sync"], body)


def fences():
    forms = ["membar.cta", "membar.gl", "membar.sys", "membar.proxy.alias", "fence.proxy.alias", "fence.proxy.async",
             "fence.proxy.async.global", "fence.proxy.async.shared::cta", "fence.proxy.async.shared::cluster",
             "fence.mbarrier_init.release.cluster",
             "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
             "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster",
             "fence.acquire.sync_restrict::shared::cluster.cluster", "fence.release.sync_restrict::shared::cta.cluster"]
    forms += [f"fence{sem}.{scope}" for sem, scope in itertools.product(("", ".sc", ".acq_rel", ".acquire", ".release"), ("cta", "cluster", "gpu", "sys"))]
    forms += [f"fence.proxy.tensormap::generic.release.{scope}" for scope in ("cta", "cluster", "gpu", "sys")]
    for form in forms:
        yield block_case(form, [form], PASS.format(f"{form}; bar.sync 0;"))
    for scope in ("cta", "cluster", "gpu", "sys"):
        form = f"fence.proxy.tensormap::generic.acquire.{scope}"
        yield block_case(form, [form], PASS.format(f"{form} [%base], 128; bar.sync 0;"))


ORDERS = ["", *[f".{sem}.{scope}" for sem, scope in itertools.product(("release", "relaxed", "acquire"), ("cta", "cluster"))]]
SPACES = ("", ".shared", ".shared::cta")


def at(space):
    return "%bar" if space else "%generic"


def mbarriers():
    init = "setp.eq.u32 %q, %t, 0; @%q mbarrier.init.shared::cta.b64 [%bar], {0}; bar.sync 0;"
    for space in SPACES:
        body = (f"setp.ne.u32 %q, %t, 0; @%q bra ready; mbarrier.init{space}.b64 [{at(space)}], 128; ready: bar.sync 0; "
                "mbarrier.arrive.shared::cta.b64 %s, [%bar]; mbarrier.pending_count.b64 %d, %s; wait: mbarrier.test_wait.shared::cta.b64 %q, [%bar], %s; @!%q bra wait; "
                f"bar.sync 0; setp.ne.u32 %q, %t, 0; @%q bra end; mbarrier.inval{space}.b64 [{at(space)}]; end: st.global.u32 [%out], 1;")
        yield block_case(f"mbarrier.init{space}.b64", [f"mbarrier.init{space}.b64", f"mbarrier.inval{space}.b64", "mbarrier.test_wait.shared::cta.b64"], body)
    # one thread, so that what is pending is known
    one = "setp.ne.u32 %q, %t, 0; @%q bra end; "
    told = ("{0}: mbarrier.test_wait.shared::cta.b64 %q, [%bar], %s; selp.u32 %w, 1, 0, %q; st.global.u32 [%out+{1}], %w;"
            "mbarrier.test_wait.parity.shared::cta.b64 %q, [%bar], 0; selp.u32 %w, 1, 0, %q; st.global.u32 [%out+{2}], %w;"
            "mbarrier.test_wait.parity.shared::cta.b64 %q, [%bar], 1; selp.u32 %w, 1, 0, %q; st.global.u32 [%out+{3}], %w;")
    for order, space in itertools.product(ORDERS, SPACES):
        if order.startswith(".acquire"):
            continue
        for verb in ("arrive", "arrive_drop"):
            form = f"mbarrier.{verb}{order}{space}.b64"
            body = (one + f"mbarrier.init.shared::cta.b64 [%bar], {4 if 'drop' in verb else 3}; {form} %s, [{at(space)}]; mbarrier.pending_count.b64 %d, %s; st.global.u32 [%out], %d;" + told.format("a", 4, 8, 12) +
                    f"{form} %x, [{at(space)}], 2; mbarrier.pending_count.b64 %d, %x; st.global.u32 [%out+16], %d;" + told.format("b", 20, 24, 28) +
                    "mbarrier.arrive.shared::cta.b64 %x, [%bar]; mbarrier.pending_count.b64 %d, %x; st.global.u32 [%out+32], %d;" + told.format("c", 36, 40, 44) + "end:")
            yield block_case(form, [form, "mbarrier.pending_count.b64", "mbarrier.test_wait.shared::cta.b64", "mbarrier.test_wait.parity.shared::cta.b64"], body, 32, 12)
            if order == "":
                form = f"mbarrier.{verb}.noComplete{space}.b64"
                body = (one + f"mbarrier.init.shared::cta.b64 [%bar], 5; {form} %s, [{at(space)}], 2; mbarrier.pending_count.b64 %d, %s; st.global.u32 [%out], %d;" + told.format("a", 4, 8, 12) +
                        "mbarrier.arrive.shared::cta.b64 %x, [%bar], 3; mbarrier.pending_count.b64 %d, %x; st.global.u32 [%out+16], %d;" + told.format("b", 20, 24, 28) +
                        "mbarrier.arrive.shared::cta.b64 %x, [%bar]; mbarrier.pending_count.b64 %d, %x; st.global.u32 [%out+32], %d; end:")
                yield block_case(form, [form, "mbarrier.pending_count.b64"], body, 32, 12)
            form = f"mbarrier.{verb}.expect_tx{order}{space}.b64"
            body = (one + f"mbarrier.init.shared::cta.b64 [%bar], 2; {form} %s, [{at(space)}], 32; mbarrier.pending_count.b64 %d, %s; st.global.u32 [%out], %d;" + told.format("a", 4, 8, 12) +
                    "mbarrier.arrive.shared::cta.b64 %x, [%bar]; mbarrier.pending_count.b64 %d, %x; st.global.u32 [%out+16], %d;" + told.format("b", 20, 24, 28) +
                    "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%bar], 32;" + told.format("c", 36, 40, 44) + "end:")
            yield block_case(form, [form], body, 32, 12)
    for verb, (order, space) in itertools.product(("expect_tx", "complete_tx"), itertools.product(("", ".relaxed.cta", ".relaxed.cluster"), ("", ".shared", ".shared::cta", ".shared::cluster"))):
        form = f"mbarrier.{verb}{order}{space}.b64"
        pair = {"expect_tx": "complete_tx", "complete_tx": "expect_tx"}[verb]
        calls = [f"{form} [{at(space)}], 16;", f"mbarrier.{pair}.relaxed.cta.shared::cta.b64 [%bar], 16;"]
        if verb == "complete_tx":
            calls.reverse()
        body = (one + f"mbarrier.init.shared::cta.b64 [%bar], 1; {calls[0]} mbarrier.arrive.shared::cta.b64 %s, [%bar];" + told.format("a", 4, 8, 12) + calls[1] + told.format("b", 20, 24, 28) + "end:")
        yield block_case(form, [form], body, 32, 12)
    for kind, (order, space) in itertools.product(("test_wait", "try_wait"), itertools.product(("", ".acquire.cta", ".acquire.cluster", ".relaxed.cta", ".relaxed.cluster"), SPACES)):
        form = f"mbarrier.{kind}{order}{space}.b64"
        body = (init.format(128) + f"st.shared.u32 [%at], %v; mbarrier.arrive.shared::cta.b64 %s, [%bar]; wait: {form} %q, [{at(space)}], %s; @!%q bra wait; "
                          "fence.acq_rel.cta; xor.b32 %w, %t, 37; mad.lo.u32 %w, %w, 4, %room; ld.shared.u32 %d, [%w]; st.global.u32 [%out], %d;")
        yield block_case(form, [form], body)
        form = f"mbarrier.{kind}.parity{order}{space}.b64"
        body = (init.format(128) + f"st.shared.u32 [%at], %v; mbarrier.arrive.shared::cta.b64 %s, [%bar]; wait: {form} %q, [{at(space)}], 0; @!%q bra wait; "
                "fence.acq_rel.cta; xor.b32 %w, %t, 37; mad.lo.u32 %w, %w, 4, %room; ld.shared.u32 %d, [%w]; st.global.u32 [%out], %d;")
        yield block_case(form, [form], body)
        if kind == "try_wait":
            body = (init.format(128) + f"mbarrier.arrive.shared::cta.b64 %s, [%bar]; wait: {form} %q, [{at(space)}], 0, 1000; @!%q bra wait; st.global.u32 [%out], 3;")
            yield block_case(form + " ns", [form], body)


def clusters():
    """Two and four blocks: each reads what its neighbour wrote."""
    registers = SHARED + ".reg .b32 %rank, %peer, %count, %far, %back; .reg .b64 %far64, %own64;"
    start = START + "mov.u32 %rank, %cluster_ctarank; mov.u32 %count, %cluster_nctarank; add.u32 %peer, %rank, 1; rem.u32 %peer, %peer, %count; mad.wide.u32 %out, %rank, 2048, %out; add.u32 %v, %v, %rank;"
    for size in (2, 4, 8):
        for arrive, wait in (("", ""), (".release", ".acquire"), (".relaxed", ""), (".release.aligned", ".acquire.aligned"), (".aligned", ".aligned")):
            forms = [f"barrier.cluster.arrive{arrive}", f"barrier.cluster.wait{wait}", "mapa.shared::cluster.u32", "ld.shared::cluster.u32"]
            fence = "fence.acq_rel.cluster;" if "relaxed" in arrive else ""
            body = (start + f"st.shared.u32 [%at], %v; {fence} {forms[0]}; {forms[1]}; {fence} mapa.shared::cluster.u32 %far, %at, %peer; ld.shared::cluster.u32 %d, [%far]; st.global.u32 [%out], %d;"
                    "barrier.cluster.arrive; barrier.cluster.wait;")
            yield Case(f"{forms[0]} {wait} of {size}", forms, kernel(body, registers, per_given=4, per_out=4), source("cluster").randbytes(256), 2048 * size, (64, 1, 1), (size, 1, 1), (size, 1, 1))
        for wide, named in itertools.product(("u32", "u64"), (True, False)):
            if not named and wide == "u32":
                continue
            word = ".shared::cluster" if named else ""
            forms = [f"mapa{word}.{wide}", f"getctarank{word}.{wide}"]
            own = {("u32", True): "%at", ("u64", True): "%own64", ("u64", False): "%own64"}[wide, named]
            far = "%far" if wide == "u32" else "%far64"
            body = (start + "cvt.u64.u32 %own64, %at;" + ("" if named else "cvta.shared.u64 %own64, %own64;") +
                    f"st.shared.u32 [%at], %v; barrier.cluster.arrive; barrier.cluster.wait; {forms[0]} {far}, {own}, %peer; {forms[1]} %back, {far}; "
                    f"ld{'.shared::cluster' if named else ''}.u32 %d, [{far}]; st.global.u32 [%out], %d; st.global.u32 [%out+256], %back; {forms[1]} %back, {own}; st.global.u32 [%out+512], %back;"
                    "barrier.cluster.arrive; barrier.cluster.wait;")
            yield Case(f"mapa{word}.{wide} of {size}", forms, kernel(body, registers, per_given=4, per_out=4), source("cluster").randbytes(256), 2048 * size, (64, 1, 1), (size, 1, 1), (size, 1, 1))
        for form in ("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%far]", "mbarrier.arrive.expect_tx.relaxed.cluster.shared::cluster.b64 _, [%far], 0",
                     "mbarrier.arrive.shared::cluster.b64 _, [%far], 1", "mbarrier.arrive_drop.release.cluster.shared::cluster.b64 _, [%far]"):
            body = (start + "setp.eq.u32 %q, %t, 0; @%q mbarrier.init.shared::cta.b64 [%bar], 64; fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait;"
                    f"mapa.shared::cluster.u32 %far, %bar, %peer; {form}; wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %q, [%bar], 0; @!%q bra wait; st.global.u32 [%out], %v;"
                    "barrier.cluster.arrive; barrier.cluster.wait;")
            yield Case(f"{form.split()[0]} of {size}", [form.split()[0]], kernel(body, registers, per_given=4, per_out=4), source("cluster").randbytes(256), 2048 * size, (64, 1, 1), (size, 1, 1), (size, 1, 1))
        for op in ("atom.shared::cluster.add.u32 %d, [%far], %v", "atom.relaxed.cluster.shared::cluster.max.u32 %d, [%far], %v", "red.shared::cluster.xor.b32 [%far], %v",
                   "atom.acq_rel.cluster.shared::cluster.cas.b32 %d, [%far], %w, %v", "st.shared::cluster.u32 [%far], %v"):
            body = (start + "not.b32 %w, %v; st.shared.u32 [%at], %w; barrier.cluster.arrive; barrier.cluster.wait; mapa.shared::cluster.u32 %far, %at, %peer;"
                    f"{op}; barrier.cluster.arrive; barrier.cluster.wait; st.global.u32 [%out], %d; ld.shared.u32 %d, [%at]; st.global.u32 [%out+256], %d;")
            yield Case(f"{op.split()[0]} of {size}", [op.split()[0]], kernel(body, registers, per_given=4, per_out=4), source("cluster").randbytes(256), 2048 * size, (64, 1, 1), (size, 1, 1), (size, 1, 1))


def cases():
    yield from plain()
    yield from fences()
    yield from mbarriers()
    yield from clusters()
