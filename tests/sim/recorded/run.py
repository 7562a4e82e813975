#!/usr/bin/env python3
"""Instructions of all kinds on a libcuda, against what a GPU gave:

    run.py check LIBCUDA [FAMILY...]         compares; exit status 1: something differs
    run.py record LIBCUDA FOLDER [FAMILY...] writes FOLDER/FAMILY.values
    run.py expect LIBCUDA                    compares the scripts with what they expect themselves

A family is a module of this folder with cases() (see device.py). FAMILY.values has a line that says where the results
come from, then for each case its name and the 32-bit words it wrote (5*3: three times 5); of more than 256 words
the first 64 and a digest of them all. A case that the driver doesn't take says so instead. "recorded as: ..." behind a
name: what was run in its place, which gives the same."""
import concurrent.futures
import hashlib
import importlib
import itertools
import json
import os
import pathlib
import select
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from device import Cuda, Equal, Refused, words  # noqa: E402  pylint: disable=wrong-import-position

FAMILIES = sorted(p.stem for p in HERE.glob("*.py") if p.stem not in ("device", "run", "coverage", "header"))
MANY, SHOWN = [int(n) for n in os.environ.get("RECORD_WORDS", "256,64").split(",")]
SILENT = int(os.environ.get("RECORD_SILENT", "60"))  # seconds after which a process is given up
SECONDS = int(os.environ.get("RECORD_SECONDS", "3600"))  # for all; what is left then has no values


def cases(family):
    found = list(importlib.import_module(family).cases())
    names = [case.name for case in found]
    assert len(set(names)) == len(names), f"{family}: a name twice: {[n for n in names if names.count(n) > 1][:3]}"
    return found


def told(raw):
    """The words of a result as they are kept: 5*3 for 5 5 5."""
    found, kept = words(raw), []
    many = len(found) > MANY
    for word, same in itertools.groupby(found[:SHOWN] if many else found):
        count = len(list(same))
        kept += [f"{word:x}*{count}"] if count > 2 else [f"{word:x}"] * count
    return kept + ["sha256:" + hashlib.sha256(raw).hexdigest()[:32]] * many


def run(cuda, case):
    try:
        return told(case.run(cuda))
    except Refused as refusal:
        return ["refused:", str(refusal)]


def part(path, jobs):
    """Cases "FAMILY:NUMBER" in a process of their own: a line of JSON for each, until one fails and nothing more can be
    run."""
    found, cuda = {}, Cuda(path)
    for job in jobs:
        family, _, number = job.partition(":")
        if family not in found:
            found[family] = cases(family)
        try:
            answer = run(cuda, found[family][int(number)])
        except (RuntimeError, OSError) as error:
            print(json.dumps([job, ["failed:", str(error)]]), flush=True)
            return
        print(json.dumps([job, answer]), flush=True)


def lines_of(process, seconds):
    """Lines of its output, until it ends or is silent for so long."""
    pending = b""
    while select.select([process.stdout], [], [], seconds)[0]:
        got = os.read(process.stdout.fileno(), 1 << 16)
        if not got:
            return
        *whole, pending = (pending + got).split(b"\n")
        yield from whole
    process.kill()


def run_some(path, jobs, results, end):
    """All of them, by as many processes as it takes; one that ends early or hangs fails in the case it was at."""
    while jobs and time.monotonic() < end:
        begun = [sys.executable, "-B", __file__, "part", path]
        with subprocess.Popen(begun, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            process.stdin.write(" ".join(jobs).encode())
            process.stdin.close()
            for line in lines_of(process, SILENT):
                job, answer = json.loads(line)
                results[job] = answer
                if time.monotonic() > end:
                    process.kill()
        left = [job for job in jobs if job not in results]
        if len(left) == len(jobs):
            results[left.pop(0)] = ["failed:", "no answer"]
        jobs = left


def run_all(path, families, processes, known=None):
    """{family: {number of the case: words}}; every process has a part of each family. `known` are results by
    "FAMILY:NUMBER" of cases that aren't run."""
    results, end, shares = dict(known or {}), time.monotonic() + SECONDS, [[] for _ in range(processes)]
    counts = {family: len(cases(family)) for family in families}
    jobs = [f"{family}:{number}" for family, count in counts.items() for number in range(count)]
    for i, job in enumerate(job for job in jobs if job not in results):
        shares[i % processes].append(job)
    with concurrent.futures.ThreadPoolExecutor(processes) as pool:
        list(pool.map(lambda share: run_some(path, share, results, end), shares))
    return {family: {n: results.get(f"{family}:{n}", ["failed:", "no time"]) for n in range(count)}
            for family, count in counts.items()}


def driver_version():
    try:
        text = pathlib.Path("/proc/driver/nvidia/version").read_text(encoding="utf-8")
        return next(word for word in text.split() if word[:1].isdigit() and word.count(".") >= 1)
    except (OSError, StopIteration):
        return "unknown"


def record(path, folder, families):
    name, cuda_version = subprocess.run(
        [sys.executable, "-B", __file__, "name", path], capture_output=True, text=True, check=True).stdout.split("\n")[:2]
    known = {}
    for family in families if os.environ.get("RECORD_MISSING") else ():
        kept = recorded(family)
        known.update({f"{family}:{n}": kept[case.name] for n, case in enumerate(cases(family))
                      if has_values(kept.get(case.name))})
    begin, every = time.monotonic(), run_all(path, families, min(8, os.cpu_count() or 1), known)
    for family in families:
        results, found = every[family], cases(family)
        with open(folder / f"{family}.values", "w", encoding="utf-8") as out:
            out.write(f"recorded on {name}, driver {driver_version()} for CUDA {cuda_version}, "
                      f"{time.strftime('%Y-%m-%d', time.gmtime())}\n")
            for number, case in enumerate(found):
                out.write(f"case {case.name}\n")
                if isinstance(case, Equal):
                    out.write(f"recorded as: {case.told}\n")
                line = ""
                for word in results[number]:
                    if len(line) + len(word) > 118:
                        out.write(line.rstrip() + "\n")
                        line = ""
                    line += word + " "
                out.write(line.rstrip() + "\n")
        odd = [f"  {found[n].name}: {' '.join(r)}" for n, r in sorted(results.items())
               if r[:1] in (["refused:"], ["failed:"])]
        print(f"{family}: {len(found)} cases, {len(odd)} without values, {time.monotonic() - begin:.1f} s")
        print("\n".join(odd), flush=True)


def recorded(family):
    """{name: words} of FAMILY.values."""
    path, out, name = HERE / f"{family}.values", {}, None
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith("case "):
            name = line[5:]
            out[name] = []
        elif name and not line.startswith("recorded as: "):
            out[name] += line.split()
    return out


def has_values(kept):
    """Words, or the error with which the kernel ends."""
    return bool(kept) and (kept[0] not in ("refused:", "failed:") or " ".join(kept[:4]) == "failed: the kernel answers")


def expect(path):
    """Compares what the scripts give with what they say themselves."""
    import scripts  # pylint: disable=import-outside-toplevel
    newest = int(subprocess.run([sys.executable, "-B", __file__, "name", path], capture_output=True, text=True,
                                check=True).stdout.split("\n")[2])
    found, bad, count = scripts.cases(), 0, 0
    results = run_all(path, ["scripts"], min(8, os.cpu_count() or 1))["scripts"]
    for number, script in enumerate(found):
        got, wanted = results[number], told(script.expected())
        if got[0] == "refused:" and script.needs() > newest:
            print(f"{script.name}: needs a newer device (sm_{script.target})")
            continue
        count += 1
        if got == wanted:
            continue
        bad += 1
        at = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b), 0)
        print(f"{script.name} (sm_{script.target}): word {at}: {' '.join(got[at:at + 6])}, not {' '.join(wanted[at:at + 6])}")
    print(f"{count} scripts, {bad} differ")
    return bad


def recorded_forms():
    """All instructions whose results are kept, and those whose equals' results are."""
    real, equals = set(), set()
    for family in FAMILIES:
        kept = recorded(family)
        for case in cases(family) if kept else []:
            if has_values(kept.get(case.name)):
                (equals if isinstance(case, Equal) else real).update(case.forms)
    return real, equals


def check(path, families):
    bad = count = 0
    for family in families:
        kept, found = recorded(family), cases(family)
        results = run_all(path, [family], 2)[family]
        for number, case in enumerate(found):
            wanted, got = kept.get(case.name), results[number]
            if not has_values(wanted):
                continue
            count += 1
            if " ".join(got) != " ".join(wanted):
                bad += 1
                at = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b), min(len(got), len(wanted)))
                print(f"{family}: {case.name}: word {at}: {' '.join(got[at:at + 6])}, not {' '.join(wanted[at:at + 6])}")
    print(f"{count} cases, {bad} differ")
    return bad


def main():
    what, rest = sys.argv[1], sys.argv[2:]
    if what == "part":
        part(rest[0], sys.stdin.read().split())
    elif what == "name":
        print("\n".join(Cuda(rest[0]).name()))
    elif what == "record":
        folder = pathlib.Path(rest[1])
        folder.mkdir(parents=True, exist_ok=True)
        record(rest[0], folder, rest[2:] or FAMILIES)
    elif what == "check":
        sys.exit(check(rest[0], rest[1:] or FAMILIES) > 0)
    elif what == "expect":
        sys.exit(expect(rest[0]) > 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
