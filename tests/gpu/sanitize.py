"""compute-sanitizer's verdicts of the corpus: sanitize.py LAUNCH FOLDER OUT SECONDS [ARCHITECTURE] [TOOL].

Every kernel of FOLDER/right and FOLDER/wrong is compiled by NVRTC under a name of its own, launched on the GPU by
LAUNCH (tests/gpu/launch.c) without a tool, which gives the driver's answers and the values of right ones, and under
memcheck, racecheck, initcheck and synccheck. A context takes the machine most of a second to make, so several kernels
go into a process; what a process did not come to, since one of them hung or the context was lost, goes into another.
OUT/runs.json has what the tool wrote; tests/kernels/sanitizer.py makes of it the recording that is kept."""
import itertools
import json
import os
import pathlib
import re
import select
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
    "": ["--report-api-errors no", "--print-limit 3000", "--show-backtrace device", "--destroy-on-device-error kernel"],
    "memcheck": ["--leak-check full", "--padding 256", "--check-cache-control"],
    "racecheck": ["--racecheck-detect-level info", "--print-level info"],
    "initcheck": ["--check-api-memory-access no", "--initcheck-address-space all"],
    "synccheck": [],
}
JUDGE = {"memcheck": r"out-of-bounds|wrong-space|misaligned|free|read-only|leak|block-has|stack|assert|trap|call",
         "initcheck": r"uninit", "racecheck": r"shared-", "synccheck": r"barrier|lanes|inactive|deadlock"}
# racecheck also tells of hangs, when it is given a time after which a wait counts as one.
HANGING = ["--racecheck-deadlock-timeout", "2000"]
RIGHT, WRONG, OTHERS, PLAIN = 40, 9, 25, 30  # kernels in a process
AT_ONCE, SILENCE = 6, 22                    # processes; seconds without a kernel's end
KEPT = 1 << 20
PORT, PORTS = 20000, 12  # each tool talks with its program through a port of its own, of those from --port on


class Runner:
    def __init__(self, folder):
        self.folder, self.runs, self.count = folder, [], itertools.count()
        self.help = self.execute([TOOL, "--help"], 20)[1]

    @staticmethod
    def execute(words, silence):
        """(status or None for no end, what it said): a program may be silent for so many seconds."""
        said = b""
        with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              start_new_session=True) as running:
            while True:
                wait = min(silence, END - time.monotonic())
                if wait < 0 or not select.select([running.stdout], [], [], wait)[0]:
                    os.killpg(running.pid, signal.SIGKILL)
                    return None, said.decode(errors="replace")
                more = os.read(running.stdout.fileno(), 65536)
                if not more:
                    return running.wait(), said.decode(errors="replace")
                said += more

    def options(self, tool):
        return [word for text in OPTIONS[""] + OPTIONS[tool] if text.split()[0] in self.help for word in text.split()]

    def tool_words(self, tool, log, number, more):
        port = PORT + number % 2000 * PORTS
        return [TOOL, "--tool", tool, "--log-file", str(log), "--port", str(port), *self.options(tool), *more]

    def process(self, names, tool, silence, more=()):
        """One process for these kernels. How many of them it came to the end of."""
        begin, number = time.monotonic(), next(self.count)
        log = self.folder / f"log-{number}"
        ending = ".values.plan" if tool == "none" else ".plan"
        words = [] if tool == "none" else self.tool_words(tool, log, number, more)
        status, said = self.execute([*words, LAUNCH, LIBCUDA, *[str(self.folder / (name + ending)) for name in names]],
                                    silence)
        ended = [{"kernel": name, "launch": int(launch), "end": int(end)} for name, launch, end in
                 re.findall(r"^gpu_launch (\S+) launch (\d+) end (\d+)$", said, re.MULTILINE)]
        told = log.read_text(errors="replace")[:KEPT] if log.exists() else ""
        self.runs.append({"kernels": names, "tool": tool, "status": status, "seconds": round(time.monotonic() - begin, 2),
                          "ended": ended, "told": told, "said": said[-600:]})
        return len(ended)

    def run(self, names, tool):
        """As many processes as these kernels need."""
        failed = False
        while names and time.monotonic() < END - 4:
            ended = self.process(names, tool, SILENCE)
            if ended:
                names, failed = names[ended:], False
            elif failed:  # it hangs, or it ends the process
                names, failed = names[1:], False
            else:
                failed = True  # the machine may have been busy: alone, and then no more
                if len(names) > 1:
                    self.run(names[:1], tool)
                    names, failed = names[1:], False

    def hanging(self, names, tool):
        if time.monotonic() < END - 4:
            self.process(names, tool, 12, HANGING if tool == "racecheck" and HANGING[0] in self.help else ())


def values_judged(runner, path):
    """None, or what differs from the values that the kernel's header names."""
    source = path.read_text(encoding="utf-8")
    if "0xC5C5C5C5" in source:  # elements that stay as culab run poisons them
        return None
    entries = corpus.header_read(source)
    names, _ = corpus.names_in(entries)
    report = {"outputs": [], "printf": []}
    for index, text in enumerate(corpus.values_of(entries, "arg")):
        kept = runner.folder / f"{plan.entry_of(path)}.{index}.out"
        if kept.exists():
            kind, data = plan.ARGUMENT.match(text)[2], kept.read_bytes()
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


def parts(names, size):
    return [names[i:i + size] for i in range(0, len(names), size)]


def hang(rules):
    return re.search("deadlock|invalid-call", rules)


def jobs_of(wrong, right):
    """(function's name, kernels, tool) in the order of worth. What ends the context costs a process, so that kernels
    which are wrong about memory go to memcheck alone."""
    rules = {plan.entry_of(path): rules_of(path) for path in wrong}
    fine, jobs = [name for name in rules if not hang(rules[name])], []
    able = {tool: [name for name in fine if re.search(JUDGE[tool], rules[name])] for tool in JUDGE}
    leaks = [name for name in fine if "leak" in rules[name]]  # told when the context ends: each by itself
    able["memcheck"] = [name for name in able["memcheck"] if name not in leaks]
    for tool in ("racecheck", "initcheck", "synccheck"):
        jobs += [("run", some, tool) for some in parts(able[tool], WRONG)]
    for tool in JUDGE:
        jobs += [("run", some, tool) for some in parts([plan.entry_of(path) for path in right], RIGHT)]
    jobs += [("run", [name], "memcheck") for name in leaks]
    jobs += [("run", some, "memcheck") for some in parts(able["memcheck"], WRONG)]
    for tool in JUDGE:
        others = [name for name in fine if name not in able[tool] + able["memcheck"] + leaks]
        jobs += [("run", some, tool) for some in parts(others, OTHERS)]
    return jobs + [("hanging", [name], tool) for tool in ("racecheck", "synccheck") for name in rules if hang(rules[name])]


def plain_jobs(wrong, right):
    names = [plan.entry_of(path) for path in right + [path for path in wrong if not hang(rules_of(path))]]
    return ([("run", some, "none") for some in parts(names, PLAIN)]
            + [("hanging", [plan.entry_of(path)], "none") for path in wrong if hang(rules_of(path))])


def text_of(words):
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=20).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def do_all(runner, jobs, what):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for one in [pool.submit(getattr(runner, method), names, tool) for method, names, tool in jobs]:
            one.result()
    print(f"{what}, {END - time.monotonic():.0f} s left", flush=True)


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    paths = [sorted((FOLDER / kind).glob("*.cu")) for kind in ("wrong", "right")]
    with tempfile.TemporaryDirectory(prefix="culab-sanitize-") as folder:
        runner = Runner(pathlib.Path(folder))
        failed = plan.kernels_make(runner.folder, ARCHITECTURE, sum(paths, []))
        made = [[path for path in some if plan.entry_of(path) not in failed] for some in paths]
        print("\n".join(failed.values()) + f"\ncompiled, {END - time.monotonic():.0f} s left", flush=True)
        do_all(runner, jobs_of(*made), "run under the tools")
        do_all(runner, plain_jobs(*made), "run without a tool")
        differ = {plan.entry_of(path): told for path in made[1] if (told := values_judged(runner, path))}
    (OUT / "help.txt").write_text(runner.help, encoding="utf-8")
    about = {"gpu": text_of(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]),
             "tool": " ".join(re.findall(r"Version (\S+)", text_of([TOOL, "--version"]))),
             "date": time.strftime("%Y-%m-%d"), "architecture": ARCHITECTURE,
             "options": {tool: " ".join(runner.options(tool)) for tool in JUDGE}, "not compiled": failed, "values": differ}
    (OUT / "runs.json").write_text(json.dumps({"about": about, "runs": runner.runs}, indent=1), encoding="utf-8")
    seen = {(one["kernel"], run["tool"]) for run in runner.runs for one in run["ended"]}
    print("\n".join(f"{name}: {told}" for name, told in differ.items()))
    print(f"{len(seen)} of {5 * sum(map(len, paths))} kernels and tools in {len(runner.runs)} processes; "
          f"{len(differ)} right kernels with other values")
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
