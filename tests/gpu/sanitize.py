"""compute-sanitizer's verdicts of the corpus: sanitize.py LAUNCH FOLDER OUT SECONDS [ARCHITECTURE] [TOOL].

Every kernel of FOLDER/right and FOLDER/wrong is compiled by NVRTC, launched on the GPU by LAUNCH (tests/gpu/launch.c)
without a tool, which gives the driver's answers and the values of right ones, and then under memcheck, racecheck,
initcheck and synccheck: wrong ones each by itself, first under the tool that should judge it; right ones several in a
process, and each by itself where something is said of any of them. OUT/runs.json has what the tool wrote; the rest is
as many as the time allows. tests/kernels/sanitizer.py makes of it the recording that is kept."""
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

LAUNCH, FOLDER, OUT = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
END = time.monotonic() + float(sys.argv[4])
ARCHITECTURE = sys.argv[5] if len(sys.argv) > 5 else "sm_90"
TOOL = sys.argv[6] if len(sys.argv) > 6 else shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
LIBCUDA = os.environ.get("CULAB_LIBCUDA_GPU", "gpu")
sys.path.insert(0, str(FOLDER))
import corpus  # noqa: E402
import plan  # noqa: E402

# Which options each tool gets, as far as this version of it knows them.
OPTIONS = {
    "": ["--report-api-errors no", "--print-limit 64", "--show-backtrace device", "--destroy-on-device-error kernel"],
    "memcheck": ["--leak-check full", "--padding 256", "--check-cache-control"],
    "racecheck": ["--racecheck-report all", "--racecheck-detect-level info", "--print-level info"],
    "initcheck": ["--check-api-memory-access no", "--initcheck-address-space all"],
    "synccheck": [],
}
JUDGE = {"memcheck": r"out-of-bounds|wrong-space|misaligned|free|read-only|leak|block-has|stack|assert|trap",
         "initcheck": r"uninit", "racecheck": r"shared-", "synccheck": r"barrier|lanes|inactive|deadlock"}
# racecheck also tells of hangs, when it is given a time after which a wait counts as one.
HANGING = ["--racecheck-deadlock-timeout", "2000"]
TOGETHER, AT_ONCE, PATIENCE, KEPT = 10, 14, 25, 24000
PORT, PORTS = 20000, 12  # each tool talks with its program through a port of its own, of those from --port on


class Runner:
    def __init__(self, folder):
        self.folder, self.runs, self.count = folder, [], itertools.count()
        self.help = self.execute([TOOL, "--help"], 20)[1]

    @staticmethod
    def execute(words, limit):
        """(status or None for no end, what it said)"""
        limit = min(limit, END - time.monotonic())
        if limit < 1:
            return None, ""
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              start_new_session=True) as running:
            try:
                said, status = running.communicate(timeout=limit)[0], running.returncode
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                said, status = running.communicate()[0], None
        return status, said.decode(errors="replace")

    def stem(self, name):
        return str(self.folder / name.replace("/", "-"))

    def options(self, tool):
        return [word for text in OPTIONS[""] + OPTIONS[tool] if text.split()[0] in self.help for word in text.split()]

    def tool_words(self, tool, log, more):
        port = PORT + next(self.count) % 2000 * PORTS
        return [TOOL, "--tool", tool, "--log-file", str(log), "--port", str(port), *self.options(tool), *more]

    def run(self, names, tool, limit=PATIENCE, more=()):
        """One process for these kernels; the record of it, or None where no time was left."""
        if time.monotonic() > END - 3:
            return None
        begin, log = time.monotonic(), self.folder / f"log-{names[0].replace('/', '-')}-{tool}-{len(names)}"
        ending = ".values.plan" if tool == "none" else ".plan"
        words = [] if tool == "none" else self.tool_words(tool, log, more)
        status, said = self.execute([*words, LAUNCH, LIBCUDA, *[self.stem(name) + ending for name in names]], limit)
        told = log.read_text(errors="replace")[:KEPT] if log.exists() else ""
        record = {"kernels": names, "tool": tool, "status": status, "seconds": round(time.monotonic() - begin, 2),
                  "said": said[:2000], "told": told}
        self.runs.append(record)
        return record

    def hanging(self, names, tool):
        self.run(names, tool, 10, HANGING if tool == "racecheck" and HANGING[0] in self.help else ())

    def right(self, names, tool):
        """Several in one process; apart where the tool said anything or not all came to an end."""
        record = self.run(names, tool, PATIENCE + 2 * len(names))
        if record and len(names) > 1 and (record["said"].count("gpu_launch ") < len(names) or not clean(record["told"])):
            for name in names:
                self.run([name], tool)


def clean(told):
    summaries = re.findall(r"SUMMARY: (\d+)", told)
    return bool(summaries) and all(number == "0" for number in summaries)


def values_judged(runner, name):
    """None, or what differs from the values that the kernel's header names."""
    source = (FOLDER / f"{name}.cu").read_text(encoding="utf-8")
    entries = corpus.header_read(source)
    names, _ = corpus.names_in(entries)
    report = {"outputs": [], "printf": []}
    for index, text in enumerate(corpus.values_of(entries, "arg")):
        path = pathlib.Path(f"{runner.stem(name)}.{index}.out")
        if path.exists():
            kind, data = plan.ARGUMENT.match(text)[2], path.read_bytes()
            form = f"{len(data) * 8 // int(kind[1:])}{corpus.CODES[kind]}"
            report["outputs"].append({"argument": index, "type": kind, "data": list(struct.unpack(form, data))})
    entries = [entry for entry in entries if entry[0] != "prints"]
    if not corpus.values_of(entries, "out") + corpus.values_of(entries, "near"):
        return None
    try:
        corpus.check_values(report, entries, names)
    except corpus.Wrong as wrong:
        return str(wrong)
    return None


def rules_of(path):
    entries = corpus.header_read(path.read_text(encoding="utf-8"))
    return " ".join(corpus.values_of(entries, "wrong") + corpus.values_of(entries, "also"))


def jobs_of(wrong, right):
    """(function's name, kernels, tool) in the order of worth."""
    rules = {f"wrong/{path.stem}": rules_of(path) for path in wrong}
    able = [(name, tool) for name in rules for tool in JUDGE if re.search(JUDGE[tool], rules[name])]
    others = [(name, tool) for tool in JUDGE for name in rules if (name, tool) not in able]
    hanging = [(name, tool) for name in rules if "deadlock" in rules[name] for tool in ("racecheck", "synccheck")]
    names = [f"right/{path.stem}" for path in right]
    groups = [names[i:i + TOGETHER] for i in range(0, len(names), TOGETHER)]
    return ([("run", [name], tool) for name, tool in able if (name, tool) not in hanging]
            + [("right", group, tool) for tool in JUDGE for group in groups]
            + [("run", [name], tool) for name, tool in others if "deadlock" not in rules[name]]
            + [("hanging", [name], tool) for name, tool in hanging])


def text_of(words):
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=20).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    paths = [sorted((FOLDER / kind).glob("*.cu")) for kind in ("wrong", "right")]
    with tempfile.TemporaryDirectory(prefix="culab-sanitize-") as folder:
        runner = Runner(pathlib.Path(folder))
        failed = plan.kernels_make(runner.folder, ARCHITECTURE, sum(paths, []))
        made = [[path for path in some if f"{path.parent.name}/{path.stem}" not in failed] for some in paths]
        print("\n".join(failed.values()) + f"\ncompiled, {END - time.monotonic():.0f} s left", flush=True)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for name in [f"{path.parent.name}/{path.stem}" for some in made for path in some]:
                pool.submit(runner.run, [name], "none", 6)
        print(f"run without a tool, {END - time.monotonic():.0f} s left", flush=True)
        jobs = jobs_of(*made)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for method, names, tool in jobs:
                pool.submit(getattr(runner, method), names, tool)
        differ = {f"right/{path.stem}": told for path in made[1] if (told := values_judged(runner, f"right/{path.stem}"))}
    (OUT / "help.txt").write_text(runner.help, encoding="utf-8")
    about = {"gpu": text_of(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]),
             "tool": text_of([TOOL, "--version"]), "date": time.strftime("%Y-%m-%d"), "architecture": ARCHITECTURE,
             "options": {tool: runner.options(tool) for tool in JUDGE}, "not compiled": failed, "values": differ}
    (OUT / "runs.json").write_text(json.dumps({"about": about, "runs": runner.runs}, indent=1), encoding="utf-8")
    seen = {(name, record["tool"]) for record in runner.runs for name in record["kernels"]}
    print("\n".join(f"{name}: {told}" for name, told in differ.items()))
    print(f"{len(seen)} of {5 * sum(map(len, paths))} kernels and tools in {len(runner.runs)} runs; "
          f"{len(differ)} right kernels with other values")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
