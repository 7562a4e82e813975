#!/usr/bin/env python3
"""Makes the virtual environment of the Python tests, once: environment.py FOLDER.

Each package is installed by itself; what cannot be had is noted in FOLDER/missing with the reason,
and the tests that need it are skipped. Exit status 77: PyPI cannot be reached.
"""
import pathlib
import subprocess
import sys
import venv

PACKAGES = ["numpy", "cuda-bindings", "cuda-core", "numba-cuda", "pycuda", "cupy-cuda13x"]


def last_words(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return " | ".join(lines[-2:]) or "no reason was given"


def reaches_pypi(python):
    found = subprocess.run([python, "-m", "pip", "download", "-q", "--no-deps", "--retries", "1",
                            "-d", str(python.parent), "packaging"], capture_output=True, text=True)
    return found.returncode == 0, last_words(found.stderr)


def main():
    folder = pathlib.Path(sys.argv[1])
    python = folder / "venv" / "bin" / "python"
    stamp = folder / "installed"
    if stamp.exists() and stamp.read_text().split() == PACKAGES:
        print("the environment is there")
        return 0
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    reached, why = reaches_pypi(python)
    if not reached:
        print(f"skipped: PyPI cannot be reached: {why}")
        return 77
    missing = []
    for package in PACKAGES:
        done = subprocess.run([python, "-m", "pip", "install", "-q", package],
                              capture_output=True, text=True)
        if done.returncode != 0:
            missing.append(f"{package}: {last_words(done.stderr)}\n")
            print("not installed:", missing[-1], end="")
    (folder / "missing").write_text("".join(missing))
    stamp.write_text("\n".join(PACKAGES))
    return 0


sys.exit(main())
