#!/usr/bin/env python3
"""Runs the scripts of tests/sim/scripts on a libcuda: scripts.py LIBCUDA. Prints what differs from what they expect;
tests/sim/recorded/scripts.py says which are left out, and why."""
import pathlib
import subprocess
import sys

RUN = pathlib.Path(__file__).resolve().parents[1] / "sim/recorded/run.py"
sys.exit(subprocess.run([sys.executable, "-B", RUN, "expect", sys.argv[1]], check=False).returncode)
