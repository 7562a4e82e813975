"""Wrong command lines: each gets one message that says what to do, and exit status 2; nothing on
standard output."""
import os
import subprocess
import sys
import tempfile

CULAB, ROOT = sys.argv[1:3]
KERNEL = f"{ROOT}/kernels/03-vector-add/solution.cu"
SHAPE = ["--grid", "1", "--block", "1"]
CHECKS = ["memory", "race", "init", "sync", "arithmetic", "all", "none"]
PROFILES = ["t4", "rtx3060", "rtx4090", "a100", "h100", "h200", "b200"]
# arguments, words of the message
CASES = [
    (["dance"], ["dance", "list", "check", "run", "doctor"]),
    (["--dance"], ["--dance", "--device"]),
    (["run"], ["FILE.cu"]),
    (["run", KERNEL, "--dance"], ["--dance", "--grid", "--arg"]),
    (["run", KERNEL, "--block", "1"], ["--grid", "X[,Y[,Z]]"]),
    (["run", KERNEL, "--grid", "1,2,3,4", "--block", "1"], ["--grid 1,2,3,4", "16,16"]),
    (["run", KERNEL, "--grid", "-1", "--block", "1"], ["--grid -1"]),
    (["run", KERNEL, "--grid", "1", "--block", "a"], ["--block a"]),
    (["run", KERNEL, "--grid"], ["--grid", "needs a value"]),
    (["run", KERNEL, *SHAPE, "--json=yes"], ["--json", "takes no value"]),
    (["run", KERNEL, *SHAPE, "--shared", "much"], ["--shared much"]),
    (["run", KERNEL, *SHAPE, "--limit", "0"], ["--limit 0"]),
    (["run", KERNEL, *SHAPE, "--arg", "five"], ["five", "i32=5"]),
    (["run", KERNEL, *SHAPE, "--arg", "i32=five"], ["i32=five"]),
    (["run", KERNEL, *SHAPE, "--arg", "in:f31[4]=ramp"], ["f31", "f32"]),
    (["run", KERNEL, *SHAPE, "--arg", "in:f32[0]=ramp"], ["in:f32[0]=ramp"]),
    (["run", KERNEL, *SHAPE, "--arg", "in:f32[4]"], ["in:f32[4]"]),
    (["run", KERNEL, *SHAPE, "--arg", "in:u8[4]=@/nowhere"], ["/nowhere"]),
    (["run", KERNEL, *SHAPE, "--device", "tpu"], ["tpu", "sim", "gpu"]),
    (["run", KERNEL, *SHAPE, "--device", "sim", "--profile", "x" * 9000], ["no device profile"]),
    (["run", KERNEL, *SHAPE, "--arg", "in:f32[4294967296]=ramp"], ["larger than 4 GiB"]),
    (["run", "/nowhere.cu", *SHAPE], ["/nowhere.cu", "No such file"]),
    (["run", ROOT, *SHAPE], [ROOT]),
    (["run", KERNEL, "too", *SHAPE], ["too"]),
    (["run", KERNEL, "too", "many", *SHAPE], ["many"]),
    (["run", "/nowhere.c"], ["/nowhere.c", "No such file"]),
    (["run", "host.c", "--data", "n"], ["--data", "NAME=SPEC"]),
    (["check"], ["EXERCISE"]),
    (["check", "99-nothing", KERNEL], ["99-nothing"]),
    (["check", "03-vector-add", "/nowhere.cu"], ["/nowhere.cu"]),
    (["check", "03-vector-add"], ["03-vector-add", "FILE"]),
    (["list", "--all"], ["--all", "--json"]),
    (["list", "03"], ["03"]),
    (["doctor", "--quiet", "cat"], ["cat", "nvrtc"]),
    (["run", KERNEL, *SHAPE, "--check", "dance"], ["dance", *CHECKS]),
    (["run", KERNEL, *SHAPE, "--check", "race,dance,init"], ["dance", *CHECKS]),
    (["run", KERNEL, *SHAPE, "--check", "race,"], ['""', *CHECKS]),
    (["run", KERNEL, *SHAPE, "--check="], ['""', *CHECKS]),
    (["run", "host.c", "--check", "dance"], ["dance", *CHECKS]),
    (["run", "host.c", "--seed", "dance"], ["--seed", "dance"]),
    (["check", "03-vector-add", KERNEL, "--check", "race"], ["--check", "--profile"]), # all, always
    (["check", "03-vector-add", KERNEL, "--seed", "dance"], ["--seed", "dance"]),
    (["run", KERNEL, *SHAPE, "--check", "none,race"], ["none stands alone"]),
    (["run", KERNEL, *SHAPE, "--data", "n=i32=1"], ["--data", "host program", "kernel's file"]),
    (["run", KERNEL, *SHAPE, "--calls"], ["--calls", "host program"]),
    (["run", "host.c", "--grid", "1"], ["--grid", "kernels"]),
    (["bench", "sim", "dance"], ["dance", "vecadd", "stencil"]),
    (["bench", "sim", "--rounds", "few"], ["--rounds", "few"]),
    (["bench", "sim", "--threads", "0"], ["--threads", "number"]),
    (["simulate", "--check", "dance", "--", "true"], ["dance", *CHECKS]),
    (["simulate", "--check", "race,dance", "--", "true"], ["dance", *CHECKS]),
    (["run", KERNEL, *SHAPE, "--device", "sim", "--profile", "abacus"], ["abacus", *PROFILES]),
    (["check", "03-vector-add", KERNEL, "--device", "sim", "--profile", "abacus"],
     ["abacus", *PROFILES]),
    (["simulate", "--profile", "abacus", "--", "true"], ["abacus", *PROFILES]),
]


def problems(environment):
    for arguments, words in CASES:
        done = subprocess.run([CULAB, *arguments], capture_output=True, text=True, env=environment,
                              stdin=subprocess.DEVNULL, check=False)
        what = " ".join(arguments)
        if done.returncode != 2:
            yield f"{what}: exit status {done.returncode}: {done.stderr}"
        if done.stdout:
            yield f"{what}: standard output: {done.stdout[:200]}"
        if done.stderr.count("\n") != 1 or not done.stderr.startswith("culab: "):
            yield f"{what}: not one message: {done.stderr}"
        for word in words:
            if word not in done.stderr:
                yield f"{what}: the message lacks {word}: {done.stderr}"


def helps(environment):
    for arguments in (["--help"], ["--version"], ["run", "--help"], ["check", "--help"],
                      ["lab", "--help"], ["list", "--help"], ["doctor", "--help"], ["simulate", "--help"],
                      ["bench", "--help"]):
        done = subprocess.run([CULAB, *arguments], capture_output=True, text=True, env=environment,
                              check=False)
        if done.returncode != 0 or not done.stdout or done.stderr:
            yield f"{arguments}: exit status {done.returncode}: {done.stdout}{done.stderr}"
        for line in done.stdout.splitlines():
            if len(line) > 79 or line != line.rstrip():
                yield f"{arguments}: a line that is too long, or ends with a blank: '{line}'"


def full_disks(environment):
    """A report that cannot be written is trouble."""
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run([CULAB, "list"], stdout=full, stderr=subprocess.PIPE, text=True,
                              env=environment, check=False)
    if done.returncode != 3 or "cannot be written" not in done.stderr:
        yield f"list to a full disk: exit status {done.returncode}: {done.stderr}"


with tempfile.TemporaryDirectory() as home:
    ENVIRONMENT = {**os.environ, "HOME": home, "XDG_DATA_HOME": f"{home}/data", "CULAB_ROOT": ROOT}
    FOUND = [*problems(ENVIRONMENT), *helps(ENVIRONMENT), *full_disks(ENVIRONMENT)]
print("\n".join(FOUND))
sys.exit(1 if FOUND else 0)
