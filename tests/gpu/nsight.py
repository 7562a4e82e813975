"""Nsight Compute around a program: what the recorders of this folder share."""
import csv
import glob
import io
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def ncu():
    found = shutil.which("ncu") or next(iter(sorted(glob.glob("/usr/local/cuda*/bin/ncu"))), None)
    if not found:
        sys.exit("no ncu")
    return found


def number_of(text):
    try:
        value = float((text or "").replace(",", ""))
    except ValueError:
        return None
    return int(value) if value == int(value) else value


def family(name):
    """Of "l1tex__t_sectors_pipe_lsu.sum" l1tex__t."""
    return "_".join(name.split(".")[0].split("_")[:3])


def known(metrics):
    """Those of them that this ncu has for this device; it refuses all where it doesn't know one."""
    told = subprocess.run([ncu(), "--query-metrics"], capture_output=True, text=True, check=False).stdout
    names = {line.split()[0] for line in told.splitlines() if "__" in line.split(" ")[0]}
    families = {family(name) for name in names}
    missing = [name for name in metrics if family(name) in families and name.split(".")[0] not in names
               and not name.startswith(("sm__maximum", "launch__"))]
    if missing:
        print("not known here:", *missing)
    return [name for name in metrics if name not in missing]


def rows_of(words, metrics):
    """What ncu says of a program's launches, and its messages."""
    done = subprocess.run([ncu(), "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
                           "--print-units", "base", "--metrics", ",".join(metrics), *words],
                          capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
    rows = [row for row in csv.DictReader(io.StringIO("\n".join(lines))) if row["ID"].isdigit()]  # else: units
    return rows, "\n".join(line for line in (done.stdout + done.stderr).splitlines() if not line.startswith('"'))


def profile(words, metrics):
    """Profiles all launches of a program; for each, in their order, its name and { metric: number }. Metrics that this
    ncu doesn't know, and therefore refuses to start with, are left out."""
    rows, told = rows_of(words, metrics)
    while not rows:
        unknown = [name for name in re.findall(r"find metric\W+(?:regex:\^)?([\w.]+)", told) if name in metrics]
        left = [name for name in metrics if name not in unknown] if unknown else known(metrics)
        if len(left) == len(metrics):
            sys.exit(f"nothing was profiled\n{told[-3000:]}")
        metrics = left
        rows, told = rows_of(words, metrics)
    for row in rows:
        found = {name: number_of(row.get(name)) for name in metrics}
        yield row["Kernel Name"].split("(")[0], {k: v for k, v in found.items() if v is not None}


def told_by():
    """The machine and the day, for the head of a recording."""
    smi = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                         capture_output=True, text=True, check=False).stdout.strip()
    return smi, time.strftime("%Y-%m-%d")
