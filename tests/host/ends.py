"""How host programs end: crash, loop, fork, floods of output, exit, deaf to signals. For each the status of
`culab run` and `culab check` and what is told, that the output was kept, and that no folder stays. One that runs
for long is seen while it runs."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CULAB, HERE = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FOLDER = tempfile.TemporaryDirectory()
ENVIRONMENT = {**os.environ, "TMPDIR": FOLDER.name, "HOME": FOLDER.name, "CULAB_ROOT": str(HERE.parents[1]),
               "XDG_CACHE_HOME": f"{FOLDER.name}/cache", "LC_ALL": "C.UTF-8"}
KERNEL = str(HERE / "programs" / "kernel.cu")
LIMIT = "3"
# name: status of the launch, words of the end, rule of a finding, output's beginning
ROWS = {
    "crash": ("fault", "SIGSEGV", "crash", "before\n"),
    "exit_": ("fault", "status 7, by _exit()", "exit", "before\n"),
    "fork": ("ok", "status 0", "refused", "fork -1\n"),
    "ignore": ("budget", "was stopped", None, "deaf\n"),
    "closes": ("budget", "was stopped", None, ""),
    "thread": ("fault", "status 3", "exit", ""),
    "stack": ("fault", "SIGSEGV", "crash", ""),
    "kills": ("ok", "status 0", None, "-1 -1\n"),
    "million": ("ok", "status 0", None, "line 0\nline 1\n"),
    "tree": ("ok", "status 0", None, "0\n"),
}
FOUND = []


def expect(what, condition, seen=""):
    if not condition:
        FOUND.append(f"{what}: {str(seen)[:800]}")


def left():
    return [name for name in os.listdir(FOLDER.name) if name.startswith("culab-")]


def culab(*words):
    return subprocess.run([CULAB, *words, "--device", "sim", "--json"], capture_output=True, check=False,
                          env=ENVIRONMENT, stdin=subprocess.DEVNULL, cwd=FOLDER.name)


def run(name, status, end, rule, output):
    limit = "60" if name == "million" else LIMIT
    done = culab("run", str(HERE / "ends" / f"{name}.c"), KERNEL, "--limit", limit)
    document = json.loads(done.stdout)
    host = document.get("host") or {}
    expect(f"{name}: status", document["launch"]["status"] == status, document["launch"])
    expect(f"{name}: how it ended", end in host.get("end_text", ""), document["launch"] if not host else host["end_text"])
    expect(f"{name}: output", host.get("output", "").startswith(output), host)
    expect(f"{name}: the finding", rule is None or rule in [f["rule"] for f in document["findings"]],
           document["findings"])
    expect(f"{name}: the exit status", done.returncode in (0, 1), done)
    expect(f"{name}: folders that stay", not left(), left())
    if name == "million":
        expect("million: the rest is counted", host.get("output_lost", 0) > 10000000, host.get("output_lost", 0))


def check(name, status):
    """The same as an answer to an exercise: it fails, and is no trouble of the lab's."""
    limit = "60" if name == "million" else LIMIT
    done = culab("check", "08-square", str(HERE / "ends" / f"{name}.c"), KERNEL, "--limit", limit)
    document = json.loads(done.stdout)
    expect(f"{name}: check's verdict", done.returncode == 1, (done.returncode, status, document.get("headline")))
    expect(f"{name}: folders that stay after check", not left(), left())


def seen_while_it_runs():
    words = [CULAB, "run", str(HERE / "ends" / "slow.c"), KERNEL, "--device", "sim"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=ENVIRONMENT, text=True, cwd=FOLDER.name) as running:
        lines = iter(running.stdout.readline, "")
        seen = next((line for line in lines if line == "line 3\n"), None)
        expect("slow: seen while it runs", seen and running.poll() is None, seen)
        expect("slow: it has a folder meanwhile", len(left()) == 1, left())
        running.kill()  # and the worker with it: what stays is removed by the next one
    run("fork", *ROWS["fork"])


if subprocess.run([CULAB, "doctor", "--quiet", "nvrtc"], check=False, env=ENVIRONMENT).returncode:
    print("no nvrtc on this machine")
    sys.exit(77)
for program, row in ROWS.items():
    run(program, *row)
for program in ("crash", "ignore", "fork", "exit_", "closes"):
    check(program, ROWS[program][0])
seen_while_it_runs()
print("\n".join(FOUND))
sys.exit(bool(FOUND))
