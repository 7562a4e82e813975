"""compute-sanitizer's verdicts of the corpus: sanitize.py TOOL CULAB FOLDER OUT.json SECONDS.

Each kernel of FOLDER/right and FOLDER/wrong is run on the GPU under memcheck, racecheck, initcheck and synccheck, as
many as the time allows, the wrong ones first. OUT.json: kernel, tool, errors told, the first lines of them; and what the
file's header expects. Right kernels must have none."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

TOOL, CULAB, FOLDER, OUT, SECONDS = sys.argv[1], os.path.abspath(sys.argv[2]), *map(pathlib.Path, sys.argv[3:5]), float(
    sys.argv[5])
sys.path.insert(0, str(FOLDER))
import corpus  # noqa: E402

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
END = time.monotonic() + SECONDS
SHOWN = 12


def judge(job):
    path, tool = job
    if time.monotonic() > END - 5:
        return None
    source = path.read_text(encoding="utf-8")
    entries = corpus.header_read(source)
    names, data = corpus.names_in(entries)
    with tempfile.TemporaryDirectory(prefix="culab-sanitize-") as folder:
        corpus.data_write(folder, entries, names, data)
        words = [TOOL, "--tool", tool, "--target-processes", "all", "--print-limit", "20", CULAB, "run", str(path),
                 "--device", "gpu", "--limit", "20"]
        for value in corpus.values_of(entries, "launch"):
            words += value.split()
        for value in corpus.values_of(entries, "arg"):
            words += ["--arg", value]
        try:
            done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  check=False, timeout=min(60, max(5, END - time.monotonic())))
            text = done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            return {"kernel": f"{path.parent.name}/{path.name}", "tool": tool, "errors": None, "lines": ["no end"]}
    told = [line[10:] for line in text.splitlines() if line.startswith("=========")]
    summary = next((int(found[1]) for line in told if (found := re.search(r"ERROR SUMMARY: (\d+)", line))), None)
    if summary is None:
        summary = next((int(found[1]) for line in told if (found := re.search(r"RACECHECK SUMMARY: (\d+)", line))), None)
    return {"kernel": f"{path.parent.name}/{path.name}", "tool": tool, "errors": summary, "lines": told[:SHOWN],
            "expected": [rule for value in corpus.values_of(entries, "wrong") for rule in re.split(r"[ ,]+", value)]}


def main():
    wrong, right = (sorted((FOLDER / kind).glob("*.cu")) for kind in ("wrong", "right"))
    jobs = [(path, tool) for paths in (wrong, right) for tool in TOOLS for path in paths]
    with ThreadPoolExecutor(8) as pool:
        found = [one for one in pool.map(judge, jobs) if one]
    OUT.write_text(json.dumps(found, indent=1))
    blamed = [one["kernel"] for one in found if one["kernel"].startswith("right/") and one["errors"]]
    told = len({one["kernel"] for one in found if one["kernel"].startswith("wrong/") and one["errors"]})
    print("\n".join(blamed))
    print(f"{len(found)} of {len(jobs)} runs; of {len(wrong)} wrong kernels {told} told, "
          f"{len(blamed)} right ones blamed")
    sys.exit(0)


if __name__ == "__main__":
    main()
