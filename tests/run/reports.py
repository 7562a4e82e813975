"""`culab run --json` in every way a launch can end: the document is whole, says what happened, and
the exit status fits. `ends.cu` has the kernels."""
import json
import os
import subprocess
import sys
import tempfile

CULAB, ROOT = sys.argv[1:3]
SOURCE = f"{ROOT}/tests/run/ends.cu"
KEYS = {"device", "compile", "launch", "printf", "printf_lost", "findings", "outputs", "metrics",
        "kernels", "trouble"}
OUT4, INOUT4 = ["--arg", "out:i32[4]"], ["--arg", "inout:i32[4]=constant:7"]


def run(source, *arguments, **variables):
    done = subprocess.run([CULAB, "run", source, "--device", "sim", "--json", *arguments],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, **variables})
    try:
        report = json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{arguments}: no JSON: {done.stdout[:300]}{done.stderr}")
    if KEYS - set(report):
        sys.exit(f"{arguments}: the report lacks {KEYS - set(report)}")
    if any(ord(c) > 126 or (ord(c) < 32 and c != "\n") for c in done.stdout):
        sys.exit(f"{arguments}: bytes that a terminal could act on")
    return done.returncode, report


def launch(kernel, *arguments, block="4"):
    return run(SOURCE, "--kernel", kernel, "--grid", "1", "--block", block, *arguments)


def expect(what, condition, seen):
    if not condition:
        yield f"{what}: {json.dumps(seen)[:800]}"


def right():
    status, report = launch("right", *OUT4)
    yield from expect("right passes", status == 0 and report["launch"]["status"] == "ok", report)
    yield from expect("output", report["outputs"][0]["data"] == [0, 2, 4, 6], report["outputs"])
    lines = sorted((r["thread"][0], r["block"], r["line"], r["text"]) for r in report["printf"])
    yield from expect("printf", lines == [(i, [0, 0, 0], 6, f"thread {i}\n") for i in range(4)], lines)
    yield from expect("device", report["device"]["simulated"], report["device"])


def faults():
    for kernel, name, rule in (("outside", "CUDA_ERROR_ILLEGAL_ADDRESS", "out-of-bounds"),
                               ("reads_null", "CUDA_ERROR_ILLEGAL_ADDRESS", None),
                               ("asserts", "CUDA_ERROR_ASSERT", "assert"),
                               ("traps", None, None)):
        status, report = launch(kernel, *(OUT4 if kernel == "outside" else INOUT4))
        told = report["launch"]
        yield from expect(f"{kernel} is a fault", status == 1 and told["status"] == "fault", told)
        yield from expect(f"{kernel}'s name", name in (None, told["error_name"]), told)
        fatal = [f for f in report["findings"] if f["fatal"]]
        yield from expect(f"{kernel}'s finding has a line",
                          len(fatal) == 1 and fatal[0]["place"]["line"] > 0
                          and fatal[0]["place"]["file"].endswith("ends.cu")
                          and rule in (None, fatal[0]["rule"]), report["findings"])


def limits():
    status, report = launch("spins", *INOUT4)
    fatal = [f for f in report["findings"] if f["fatal"]]
    yield from expect("waiting for what never comes is a deadlock", status == 1
                      and report["launch"]["status"] == "deadlock" and len(fatal) == 1
                      and fatal[0]["place"]["line"] in (34, 35), report["launch"])
    for kernel in ("counts_on", "floods"):
        status, report = launch(kernel, *INOUT4, "--limit", "1")
        yield from expect(f"{kernel} is stopped",
                          status == 1 and report["launch"]["status"] == "budget", report["launch"])
    yield from expect("what was printed is kept", report["printf"] and report["printf"][0]["text"] == "7\n",
                      report["printf"][:3])


def refusals():
    for block, arguments, word in (("2000", OUT4, "1024"), ("1,1,100", OUT4, "64"), ("0", OUT4, "0"),
                                   ("4", [*OUT4, "--shared", "1000000"], "1000000"),
                                   ("4", [], "1 parameter"), ("4", ["--arg", "i32=1"], "8 bytes")):
        status, report = launch("right", *arguments, block=block)
        told = report["launch"]
        yield from expect(f"block {block} {arguments} is refused", status == 1 and word in told["error"]
                          and told["status"] == "refused", told)
    status, report = launch("wrong", *OUT4)
    yield from expect("no such kernel", status == 2 and "outside" in report["launch"]["error"],
                      report["launch"])


def data_from_kernels():
    status, report = launch("paints", *OUT4, block="1")
    text = report["printf"][0]["text"] if report["printf"] else None
    yield from expect("printf text", text == "\x1b]52;c;x\x07\ufffd\u202eend", report["printf"])
    status, report = launch("input", "--arg", "in:i32[4]=ramp")
    yield from expect("a changed input", status == 1 and report["outputs"][0]["input_changed"], report["outputs"])
    status, report = launch("counts", *OUT4, block="1")
    yield from expect("globals start anew", report["outputs"][0]["data"][0] == 0, report["outputs"])


EVERY_OTHER = ["--arg", "in:f32[4]=ramp", "--arg", "in:f32[4]=ramp", "--arg", "out:f32[8]", "--arg"]


def names():
    """Buffers are called what the source calls them, and what nobody has written is told."""
    status, report = launch("every_other", *EVERY_OTHER, "i32=1")
    texts = [f["text"] for f in report["findings"]]
    yield from expect("the parameter's name", status == 1 and len(texts) == 1 and "samples[4]" in texts[0], texts)
    status, report = launch("every_other", *EVERY_OTHER, "i32=0")
    output = report["outputs"][0]
    yield from expect("an output's name", status == 0 and output["name"] == "sums" and output["role"] == "out", output)
    yield from expect("what is unwritten", output["unwritten"] == 4 and output["data"][::2] == [0, 1, 4, 9], output)


def text_of(*arguments, block="4"):
    return subprocess.run([CULAB, "run", SOURCE, "--device", "sim", "--grid", "1", "--block", block, *arguments],
                          capture_output=True, text=True, check=False).stdout


def causes():
    """A barrier that is gone around makes races; it is told first."""
    _, report = launch("barrier_in_branch", "--arg", "out:i32[64]", block="64")
    rules = [f["rule"] for f in report["findings"]]
    yield from expect("the cause comes first", len(rules) > 1 and rules[0] == "divergent-barrier"
                      and "shared-race" in rules[1:], rules)
    text = report["findings"][0]["text"]
    yield from expect("how often each comes there", "it never comes to it, thread (0,0,0) comes to it once" in text, text)


def texts():
    told = text_of("--kernel", "every_other", *EVERY_OTHER, "i32=0")
    yield from expect("unwritten elements are marked", "out sums f32[8]: 0 ? 1 ? 4 ? 9 ?\n    ? was never written: "
                      "4 of 8 elements\n" in told, told)
    told = text_of("--kernel", "every_other", *EVERY_OTHER, "i32=1")
    yield from expect("a fault is told once", told.count("samples[4]: samples has 4 elements") == 1
                      and ">>>: fault (CUDA_ERROR_ILLEGAL_ADDRESS)" in told, told)
    told = text_of("--kernel", "right", *OUT4, block="2000")
    yield from expect("a refused launch has no data to miss", "no data" not in told and "1024" in told, told)


def kinds(folder):
    """However many findings there are of one kind, the first of another one is told."""
    path = f"{folder}/kinds.cu"
    with open(path, "w", encoding="ascii") as file:
        file.write("__global__ void kinds(int *out)\n{\n    __shared__ int none[8];\n")
        file.writelines(f"    out[{i}] = threadIdx.x;\n" for i in range(24))
        file.write("    out[threadIdx.x + 24] = none[threadIdx.x];\n}\n")
    told = subprocess.run([CULAB, "run", path, "--device", "sim", "--grid", "1", "--block", "8", "--arg", "out:i32[32]"],
                          capture_output=True, text=True, check=False).stdout
    yield from expect("the first of each kind", told.count("\nglobal-race: ") == 20
                      and told.count("\nuninitialised-shared: ") == 1 and "\n... and 4 more findings" in told, told)


def sources(folder):
    table = (("nul", b"__global__ void k() {\n\0}\n", "NUL", 2), ("latin", b"// \xe9\n#error \xe9\n", "#error", 2),
             ("host", b'#include "/etc/passwd"\n', "out of reach", 1),
             ("missing", b"\n#include <nothing.h>\n", "nothing.h", 2),
             ("empty", b"", None, 0))
    for name, text, word, line in table:
        path = f"{folder}/{name}.cu"
        with open(path, "wb") as file:
            file.write(text)
        status, report = run(path, "--kernel", "k", "--grid", "1", "--block", "1")
        errors = [d for d in report["compile"]["diagnostics"] if d["severity"] == "error"]
        if word is None:
            yield from expect("a source without kernels", status == 2, report)
        else:
            yield from expect(f"{name} does not compile", status == 1 and errors
                              and word in errors[0]["text"] and errors[0]["line"] == line
                              and errors[0]["file"] == f"{name}.cu", report["compile"])


def profiles():
    """The source is compiled for the card that the simulator is."""
    shape = ["--grid", "4", "--block", "32", "--arg", "out:i32[4]"]
    for profile, target in ("h100", "compute_90"), ("b200", "compute_100"):
        status, report = run(f"{ROOT}/tests/run/pairs.cu", *shape, "--profile", profile)
        yield from expect(f"compiled for {profile}", report["device"]["target"] == target or not clusters_compile(report),
                          report["device"])
        if report["device"]["target"] == target:
            yield from expect(f"clusters on {profile}", status == 0
                              and report["outputs"][0]["data"] == [11, 10, 13, 12], report)
    status, report = run(f"{ROOT}/tests/run/pairs.cu", *shape, "--profile", "a100")
    yield from expect("no clusters before 9.0", status == 1 and report["device"]["target"] == "compute_80", report)


def clusters_compile(report):
    """NVRTC knows 10.0 from 12.8 on."""
    return tuple(int(part) for part in report["device"]["nvrtc"].split(".")) >= (12, 8)


def no_compiler():
    status, report = run(SOURCE, "--kernel", "right", "--grid", "1", "--block", "4", *OUT4,
                         CULAB_NVRTC="/nowhere/libnvrtc.so")
    yield from expect("no NVRTC", status == 3 and report["compile"]["status"] == "trouble"
                      and "libnvrtc" in report["compile"]["trouble"], report["compile"])


def is_there(what):
    return subprocess.run([CULAB, "doctor", "--quiet", what], check=False).returncode == 0


if not (is_there("nvrtc") and is_there("sim")):
    sys.exit(77)
with tempfile.TemporaryDirectory() as FOLDER:
    FOUND = [*right(), *faults(), *limits(), *refusals(), *data_from_kernels(), *names(), *causes(), *texts(),
             *sources(FOLDER), *kinds(FOLDER), *profiles(), *no_compiler()]
print("\n".join(FOUND))
sys.exit(1 if FOUND else 0)
