"""What only chance decides: another seed shows another result of a race, the same seed the same
one; a million findings are told once for each kind and place, and counted. `luck.cu` has the
kernels."""
import json
import os
import subprocess
import sys

CULAB, ROOT = sys.argv[1:3]
SOURCE = f"{ROOT}/tests/run/luck.cu"
SEEDS = 6
THREADS = 1 << 20
OUTPUT_MAX = 60000  # bytes of text, most of them for the elements shown


def run(kernel, grid, block, *arguments):
    done = subprocess.run([CULAB, "run", SOURCE, "--device", "sim", "--kernel", kernel, "--grid",
                           str(grid), "--block", str(block), *arguments],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def result(kernel, grid, block, *arguments):
    status, text = run(kernel, grid, block, "--json", *arguments)
    report = json.loads(text)
    for finding in report["findings"]:
        del finding["address"]  # the system's choice
    return status, report["outputs"][0]["data"], report["findings"]


def seeds_of(kernel, grid, block, argument, rules):
    """Results by seed, each asked for twice; the findings are of the race, whatever came out."""
    seen = []
    for seed in range(SEEDS):
        first, again = (result(kernel, grid, block, "--arg", argument, "--seed", str(seed))
                        for _ in range(2))
        if first != again:
            yield f"{kernel}, seed {seed}: {first[1]} and {again[1]}"
        seen.append(first[1])
        found = {finding["rule"] for finding in first[2]}
        if first[0] != 1 or not found or found - rules:
            yield f"{kernel}, seed {seed}: exit status {first[0]}, {found}"
    plain = result(kernel, grid, block, "--arg", argument)[1]
    if plain != seen[0]:
        yield f"{kernel} without a seed is {plain}, not as with seed 0: {seen[0]}"
    different = len({tuple(data) for data in seen})
    if different < 3:
        yield f"{kernel}: {different} results of {SEEDS} seeds: {seen}"


def races():
    yield from seeds_of("counts", 8, 64, "inout:i32[1]=constant:0", {"global-race"})
    yield from seeds_of("last_writer", 4, 64, "out:i32[4]", {"global-race"})
    for checks, wanted in (("none", set()), ("memory,race", {"global-race"})):
        status, _, findings = result("counts", 8, 64, "--arg", "inout:i32[1]=constant:0",
                                     "--check", checks)
        found = {finding["rule"] for finding in findings}
        if found != wanted or status != (1 if wanted else 0):
            yield f"--check {checks}: exit status {status}, {found}"


def host(*arguments):
    done = subprocess.run([CULAB, "run", f"{ROOT}/tests/run/luck.c", SOURCE, "--device", "sim",
                           "--json", "--data", "counter=out:i32[1]", *arguments],
                          capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    return report["outputs"][0]["data"], {finding["rule"] for finding in report["findings"]}


def host_programs():
    """Seeds and checkers reach the launches of a host program too: as with the same launch."""
    for seed in range(4):
        data, rules = host("--seed", str(seed))
        kernel = result("counts", 8, 64, "--arg", "inout:i32[1]=constant:0", "--seed", str(seed))[1]
        if data != kernel or "global-race" not in rules:
            yield f"a host program with seed {seed}: {data}, not {kernel}; {rules}"
    rules = host("--check", "memory,init")[1]
    if "global-race" in rules:
        yield f"a host program without the race checker: {rules}"


def by_the_million():
    """Three kinds of mistakes, each made by many threads."""
    shape = ["million", THREADS // 256, 256, "--arg", f"in:f32[{THREADS}]=constant:-1",
             "--arg", f"out:f32[{THREADS // 2}]", "--arg", f"out:f32[{THREADS}]"]
    status, text = run(*shape, "--json")
    report = json.loads(text)
    counts = {}
    for finding in report["findings"]:
        counts.setdefault(finding["rule"], []).append(1 + finding["repeats"])
    expected = {"not-a-number": [THREADS], "infinity": [THREADS]}
    for rule, count in expected.items():
        if counts.get(rule) != count:
            yield f"{rule} is told {counts.get(rule)} times, not {count}"
    races = [rule for rule in counts if rule.startswith("global-")]
    if len(races) != 1 or sum(counts[races[0]]) < THREADS // 2:
        yield f"races by the million: {counts}"
    if status != 1 or len(report["findings"]) != 3:
        yield f"exit status {status}: {counts}"
    status, text = run(*shape)
    if status != 1 or len(text) > OUTPUT_MAX:
        yield f"the text has {len(text)} bytes, exit status {status}"
    if f"{THREADS - 1} more" not in text:
        yield f"the text does not count: {text[:2000]}"


def each_with_its_own():
    """A mistake that shows at two places is counted with itself, not with another of its kind."""
    findings = result("wraps", 1, 64, "--arg", "in:u32[64]=constant:32", "--arg",
                      f"u32={1 << 27}", "--arg", "out:u32[64]", "--arg", "out:u32[64]")[2]
    told = [(finding["rule"], 1 + finding["repeats"]) for finding in findings]
    if told != [("index-overflow", 2 * 64)] * 2:
        yield f"two indices at two places each: {told}"


if any(subprocess.run([CULAB, "doctor", "--quiet", what], env=os.environ, check=False).returncode
       for what in ("nvrtc", "sim")):
    sys.exit(77)
FOUND = [*races(), *host_programs(), *by_the_million(), *each_with_its_own()]
print("\n".join(FOUND))
sys.exit(1 if FOUND else 0)
