#!/usr/bin/env python3
"""Programs made by chance (programs.py) on a libcuda, or on two of them:

    run.py compare LIBCUDA OTHER FIRST COUNT SECONDS FOLDER   what two libraries give; FOLDER gets what differs, made small
    run.py alone LIBCUDA FIRST COUNT                  each thread beside others, and each thread by itself
    run.py record LIBCUDA COUNT FILE                  writes digests of what a GPU gives: recorded.values
    run.py check LIBCUDA                              compares with them; programs that aren't in recorded.values are
                                                      those in which NVIDIA's assembler took liberties (programs.py)

A LIBCUDA may have variables of its environment before it: "NAME=VALUE PATH". Exit status 1: something differs."""
import base64
import concurrent.futures
import ctypes
import hashlib
import json
import os
import pathlib
import select
import struct
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "recorded")]
from device import Case, Cuda, Refused  # noqa: E402  pylint: disable=wrong-import-position
from programs import ROOM, SLOT, program  # noqa: E402  pylint: disable=wrong-import-position

RECORDED = HERE / "recorded.values"
PATIENCE = 60  # seconds for one program
STACK = 32768
MANY = 200  # programs that differ: more aren't made small


class Levelled(Cuda):
    """With the driver's compiler at the level of $CHANCE_LEVEL."""

    def load(self, text, library=None):
        level = os.environ.get("CHANCE_LEVEL")
        if level is None:
            return super().load(text, library)
        module, values = ctypes.c_void_p(), (ctypes.c_void_p * 1)(ctypes.c_void_p(int(level)))
        result = self.lib.cuModuleLoadDataEx(ctypes.byref(module), text.encode() + b"\0", 1, (ctypes.c_int * 1)(7), values)
        if result:
            raise Refused(str(result))
        return module


def work(path):
    """Runs what comes as lines of JSON."""
    cuda = Levelled(path)
    cuda.check(cuda.lib.cuCtxSetLimit(0, STACK), "cuCtxSetLimit")
    for line in sys.stdin:
        job = json.loads(line)
        case = Case("program", [], job["text"], base64.b64decode(job["given"]), job["size"], job["block"], job["grid"])
        try:
            answer = {"bytes": base64.b64encode(case.run(cuda)).decode()}
        except Refused as refusal:
            answer = {"error": f"refused: {refusal}"}
        except RuntimeError as error:
            print(json.dumps({"error": str(error)}), flush=True)
            return
        print(json.dumps(answer), flush=True)


class Worker:
    """A process with a libcuda, begun again when it ends."""

    def __init__(self, path):
        self.named = path
        *variables, self.path = path.split()
        self.variables, self.process = dict(word.split("=", 1) for word in variables), None

    def run(self, whole, text=None):
        """Bytes, or the error as text."""
        if not self.process or self.process.poll() is not None:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen([sys.executable, "-B", __file__, "work", self.path], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                            env={**os.environ, **self.variables})
        job = {"text": text or whole.text(), "given": base64.b64encode(whole.given).decode(), "size": whole.size(),
               "block": whole.block, "grid": [whole.grid, 1, 1]}
        try:
            self.process.stdin.write(json.dumps(job).encode() + b"\n")
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                self.stop()
                return "no answer"
            line = self.process.stdout.readline()
        except OSError:
            line = b""
        if not line:
            self.stop()
            return "no more answers"
        answer = json.loads(line)
        if "error" in answer:
            if not answer["error"].startswith("refused"):
                self.stop()
            return answer["error"]
        return base64.b64decode(answer["bytes"])

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None


def bodies(whole):
    """All lists of statements of a program."""
    pending = [whole.main, *whole.functions]
    while pending:
        part = pending.pop()
        yield part
        for node in part:
            pending += node.parts


def smaller(whole, differs, seconds):
    """Statements left out one by one, for as long as what is left still differs."""
    end, again = time.monotonic() + seconds, True
    while again:
        again = False
        for part in list(bodies(whole)):
            size = len(part)
            while size:
                at = len(part) - size
                while at >= 0:
                    if time.monotonic() > end:
                        return
                    kept = part[at:at + size]
                    part[at:at + size] = []
                    if differs(whole):
                        again = True
                    else:
                        part[at:at] = kept
                    at -= size
                size //= 2


def first_difference(one, other):
    """Where two results part, in words."""
    if isinstance(one, str) or isinstance(other, str):
        return f"{one if isinstance(one, str) else 'bytes'} / {other if isinstance(other, str) else 'bytes'}"
    found = []
    for at in range(0, len(one), 2):
        if one[at:at + 2] != other[at:at + 2]:
            thread, place = divmod(at, SLOT + ROOM)
            if place < 64:
                name, begin, bits = f"%d{place // 8}", at // 8 * 8, 8
            elif place < 112:
                name, begin, bits = f"%r{(place - 64) // 4}", at // 4 * 4, 4
            elif place < SLOT:
                name, begin, bits = f"%h{(place - 112) // 2}", at, 2
            else:
                name, begin, bits = f"memory+{(place - SLOT) // 8 * 8}", at // 8 * 8, 8
            row = (thread, name, one[begin:begin + bits][::-1].hex(), other[begin:begin + bits][::-1].hex())
            if row not in found:
                found.append(row)
            if len(found) == 12:
                break
    return "; ".join(f"thread {t} {n}: {a} / {b}" for t, n, a, b in found)


class Tally:
    def __init__(self):
        self.lock, self.done, self.bad, self.failed = threading.Lock(), 0, [], 0


def compare_one(seed, workers, tally, folder, end):
    whole = program(seed)
    one, other = (worker.run(whole) for worker in workers)
    with tally.lock:
        tally.done += 1
    if one == other:
        if isinstance(one, str):
            with tally.lock:
                tally.failed += 1
            print(f"{seed}: both: {one}", flush=True)
        return
    told = first_difference(one, other)
    kinds = isinstance(one, str), isinstance(other, str)

    def differs(tried):
        results = [worker.run(tried) for worker in workers]
        return results[0] != results[1] and (isinstance(results[0], str), isinstance(results[1], str)) == kinds

    if len(tally.bad) < MANY:
        smaller(whole, differs, min(10, end - time.monotonic()))
    results = [worker.run(whole) for worker in workers]
    plain = Worker("CHANCE_LEVEL=0 " + workers[0].named)
    level = "which it does not do" if plain.run(whole) == results[1] else "as it does"
    plain.stop()
    # Threads whose results part, with what they were given.
    given = ""
    if not kinds[0] and not kinds[1] and results[0] != results[1]:
        thread = next(at for at in range(len(results[0])) if results[0][at] != results[1][at]) // (SLOT + ROOM)
        raw = whole.given[thread * SLOT:(thread + 1) * SLOT]
        given = f"// thread {thread} begins with d: {[hex(n) for n in struct.unpack('<8Q', raw[:64])]}" \
                f" r: {[hex(n) for n in struct.unpack('<12I', raw[64:112])]} h: {[hex(n) for n in struct.unpack('<6H', raw[112:124])]}\n"
    (folder / f"{seed}.ptx").write_text(f"// {told}\n// made small, {level} without optimising: {first_difference(*results)}\n"
                                        f"{given}// main:\n" +
                                        "".join(f"//   {line}\n" for node in whole.main for text in node.lines()
                                                for line in text.splitlines()) + whole.text())
    with tally.lock:
        tally.bad.append(seed)
    print(f"{seed}: {told[:200]}; small, {level} without optimising: {first_difference(*results)[:100]}", flush=True)


def compare(paths, first, count, seconds, folder):
    folder.mkdir(parents=True, exist_ok=True)
    tally, end, seeds = Tally(), time.monotonic() + seconds, iter(range(first, first + count))

    def share():
        workers = [Worker(path) for path in paths]
        while time.monotonic() < end - 2:
            with tally.lock:
                seed = next(seeds, None)
            if seed is None:
                break
            compare_one(seed, workers, tally, folder, end)
        for worker in workers:
            worker.stop()

    processes = int(os.environ.get("CHANCE_PROCESSES", os.cpu_count() or 1))
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        for job in [pool.submit(share) for _ in range(processes)]:
            job.result()
    print(f"{tally.done} programs, {len(tally.bad)} differ, {tally.failed} run on neither")
    return len(tally.bad)


def by_itself(whole):
    """The program with a parameter: the one thread that goes on."""
    text = whole.text()
    head, _, rest = text.partition("ld.param.u64 %in, [in];")
    return head + "@ONLY@ ld.param.u64 %in, [in];" + rest


def alone(path, first, count):
    """Threads that don't speak with others give the same by themselves."""
    worker, bad, done = Worker(path), 0, 0
    for seed in range(first, first + count):
        whole = program(seed)
        if whole.warps:
            continue
        done += 1
        together, text = worker.run(whole), by_itself(whole)
        threads, each = whole.threads(), SLOT + ROOM
        for thread in range(threads):
            single = worker.run(whole, text.replace(
                "@ONLY@", f"setp.ne.u32 %p0, %r12, {thread}; @%p0 exit;"))
            if isinstance(together, str) or isinstance(single, str):
                same = False
            else:
                places = [(block * threads + thread) * each for block in range(whole.grid)]
                same = all(together[at:at + each] == single[at:at + each] for at in places)
            if not same:
                bad += 1
                print(f"{seed}: thread {thread} by itself gives something else")
                break
    print(f"{done} programs, {bad} differ")
    worker.stop()
    return bad


def digest(result):
    return result if isinstance(result, str) else hashlib.sha256(result).hexdigest()[:16]


def record(path, count, file):
    worker = Worker(path)
    name, version, _ = Cuda(path).name()
    with open(file, "w", encoding="utf-8") as out:
        out.write(f"recorded on {name}, driver for CUDA {version}, {time.strftime('%Y-%m-%d', time.gmtime())}\n")
        for seed in range(count):
            out.write(f"{seed} {digest(worker.run(program(seed)))}\n")
    worker.stop()


def check(path):
    bad = count = 0
    worker = Worker(path)
    for line in RECORDED.read_text(encoding="utf-8").splitlines()[1:]:
        seed, _, wanted = line.partition(" ")
        got = digest(worker.run(program(int(seed))))
        count += 1
        if got != wanted:
            bad += 1
            print(f"{seed}: {got}, not {wanted}")
    worker.stop()
    print(f"{count} programs, {bad} differ")
    return bad


def main():
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "work":
        work(rest[0])
    elif what == "compare":
        sys.exit(compare(rest[:2], int(rest[2]), int(rest[3]), float(rest[4]), pathlib.Path(rest[5])) > 0)
    elif what == "alone":
        sys.exit(alone(rest[0], int(rest[1]), int(rest[2])) > 0)
    elif what == "record":
        record(rest[0], int(rest[1]), rest[2])
    elif what == "check":
        sys.exit(check(rest[0]) > 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
