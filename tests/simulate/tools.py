#!/usr/bin/env python3
"""Compilers under culab simulate: tools.py CULAB. ptxas and nvcc are culab's however they are started."""
import os
import pathlib
import subprocess
import sys
import tempfile

CULAB = sys.argv[1]
GOOD = """.version 7.0
.target sm_52
.address_size 64
.visible .entry k() { ret; }
"""
BAD = GOOD.replace("ret;", "\nrat;")
FAKE = "#!/bin/sh\necho the real one: $0 \"$@\" preload=$LD_PRELOAD\n"
# Ways to start a program by its path: the shell's, exec's in a child, posix_spawn's.
WAYS = {
    "shell": "import os, sys, shlex; sys.exit(os.waitstatus_to_exitcode(os.system(shlex.join(sys.argv[1:]))))",
    "subprocess": "import subprocess, sys; sys.exit(subprocess.call(sys.argv[1:]))",
    "execv": "import os, sys; os.execv(sys.argv[1], sys.argv[1:])",
    "spawn": "import os, sys; sys.exit(os.waitstatus_to_exitcode(os.waitpid("
             "os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)[1]))",
}


def run(*words, **settings):
    return subprocess.run([CULAB, "simulate", "--", *map(str, words)], capture_output=True, text=True,
                          timeout=60, env={**os.environ, **settings})


def expect(condition, what, ended):
    if not condition:
        sys.exit(f"{what}\nstatus {ended.returncode}\n{ended.stdout}\n{ended.stderr}")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    bin = folder / "bin"
    bin.mkdir()
    good, bad, out = folder / "good.ptx", folder / "bad.ptx", folder / "out.cubin"
    good.write_text(GOOD)
    bad.write_text(BAD)
    for tool in ("ptxas", "ptxas-blackwell", "nvcc"):
        (bin / tool).write_text(FAKE)
        (bin / tool).chmod(0o755)

    for way, program in WAYS.items():
        for tool in ("ptxas", "ptxas-blackwell"):
            out.unlink(missing_ok=True)
            ended = run(sys.executable, "-c", program, bin / tool, "-v", "-arch=sm_90", "--opt-level", "3",
                        good, "-o", out)
            expect(ended.returncode == 0, f"{tool} by {way}", ended)
            expect(out.exists() and out.read_text() == GOOD + "\0", f"what {tool} by {way} wrote", ended)
    out.unlink()

    ended = run("ptxas", good, "--output-file=" + str(out))
    expect(ended.returncode == 0 and out.exists(), "ptxas by its name", ended)

    ended = run(sys.executable, "-c", WAYS["subprocess"], bin / "ptxas", bad, "-o", out)
    expect(ended.returncode == 255 and "bad.ptx, line 5; error   :" in ended.stderr and
           "'rat'" in ended.stderr.replace('"', "'"), "a wrong instruction", ended)

    ended = run(sys.executable, "-c", WAYS["subprocess"], bin / "ptxas", "--version")
    expect(f"the real one: {bin / 'ptxas'} --version preload=\n" in ended.stdout and
           "culab" in ended.stdout, "the version", ended)
    ended = run(sys.executable, "-c", WAYS["subprocess"], bin / "nvcc", "-cubin", "-arch=sm_90", "a.cu")
    expect(f"the real one: {bin / 'nvcc'} -ptx -arch=compute_86 a.cu -o a.cubin" in ended.stdout,
           "nvcc by its path", ended)

    ended = run(sys.executable, "-c", WAYS["execv"], folder / "ptxas", good, "-o", out)
    expect(ended.returncode == 1 and "FileNotFoundError" in ended.stderr, "a ptxas that isn't there", ended)
print("ok")
