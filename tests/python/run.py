#!/usr/bin/env python3
"""Runs one of programs/ on the simulated device: run.py CULAB FOLDER PROGRAM.

The program's first line names the packages that it needs ("# needs: numpy pycuda"). It must end with
status 0 and, unless a line says "# findings: TEXT", without findings; with it the report must hold
that text. "# checks: LIST" chooses the checks. Exit status 77: a package is not there.
"""
import glob
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def directive(text, name):
    found = re.search(rf"^# {name}: (.*)$", text, re.M)
    return found.group(1).strip() if found else None


def absent(folder, needed):
    python = folder / "venv" / "bin" / "python"
    if not python.exists() or not (folder / "installed").exists():
        return "the virtual environment could not be made: PyPI cannot be reached"
    missing = (folder / "missing").read_text().splitlines()
    for package in needed:
        for line in missing:
            if line.startswith(package + ":"):
                return line
    return None


def toolkit_absent():
    """These clients look for NVRTC and libdevice where a toolkit lies."""
    if os.environ.get("CUDA_HOME") or os.environ.get("CUDA_PATH") or glob.glob("/usr/local/cuda*"):
        return None
    return "no CUDA toolkit on this machine"


def main():
    culab, folder, program = (pathlib.Path(word).absolute() for word in sys.argv[1:])
    text = program.read_text()
    why = absent(folder, directive(text, "needs").split()) or toolkit_absent()
    if why:
        print("skipped:", why)
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "report.txt"
        command = [culab, "simulate", "--report", report, "--check",
                   directive(text, "checks") or "all", "--", folder / "venv" / "bin" / "python",
                   program]
        ended = subprocess.run(command, cwd=scratch, timeout=100, text=True, capture_output=True)
        findings = report.read_text() if report.exists() else ""
    print(ended.stdout, ended.stderr, findings, sep="\n")
    if ended.returncode != 0:
        print("the program ended with status", ended.returncode)
        return 77 if ended.returncode == 77 else 1
    wanted = directive(text, "findings")
    if wanted and wanted not in findings:
        print("the report lacks:", wanted)
        return 1
    if not wanted and not findings.endswith("ERROR SUMMARY: 0 errors\n"):
        print("there are findings")
        return 1
    return 0


sys.exit(main())
