"""Host programs about memory, half of them wrong, half of them right but suspicious: what `culab run` finds in each.

    memory.py CULAB FOLDER [NAME]...            the programs of FOLDER/memory, or some of them
    memory.py CULAB FOLDER verdicts             the same as a table, beside compute-sanitizer's

A program's second line says what is expected: the rules of findings, or "nothing"; further rules after "also:" may be
found besides. Findings of the first rule that are told of the program
must name the lines with /* here */. compute-sanitizer.json has what
compute-sanitizer told of the same programs on a GPU, see memory/README.md."""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NOTES = {"unchecked-result", "pageable-async", "default-stream", "first-launch-timed", "copy-in-loop"}


def expected_of(text):
    expected, _, also = re.search(r"^// expect: (.*)$", text, re.MULTILINE).group(1).partition(" also: ")
    return set(expected.split()) - {"nothing"}, set(also.split()), expected.split()[0]


def found_in(culab, folder, path):
    """[(rule, line, text)], and how it ended; lines are those of the program's own file."""
    prelude = (folder / "prelude.h").read_text()
    before = prelude.count("\n")
    with tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work, path.name)
        source.write_text(prelude + path.read_text())
        done = subprocess.run([culab, "run", str(source), str(folder / "kernel.cu"), "--device", "sim", "--json"],
                              capture_output=True, text=True, check=False, timeout=100)
    report = json.loads(done.stdout)
    if report["compile"]["status"] != "ok":
        raise ValueError(f"does not compile: {report['compile']}")
    found = []
    for finding in report["findings"]:
        place = finding["place"]
        own = place["line"] - before if place["file"].endswith(path.name) else None
        if finding["rule"] not in NOTES:
            found.append((finding["rule"], own, finding["text"]))
    return found, report


def problems(culab, folder, path):
    text = path.read_text()
    expected, also, first = expected_of(text)
    try:
        found, _ = found_in(culab, folder, path)
    except ValueError as error:
        return [str(error)]
    rules = {rule for rule, _, _ in found}
    wrong = []
    if not expected <= rules or not rules <= expected | also:
        wrong.append(f"expected {sorted(expected)}, found {found}")
    lines = {n for n, line in enumerate(text.splitlines(), 1) if "/* here */" in line}
    at = {line for rule, line, _ in found if rule == first and line is not None}
    if lines and at != lines:
        wrong.append(f"{first} is told of lines {sorted(at)}, expected {sorted(lines)}")
    return wrong


def theirs_of(verdict):
    """What compute-sanitizer's tools named, shortly."""
    return ", ".join(f"{tool}: {'; '.join(said)}" for tool, said in sorted(verdict.items()) if said) or "nothing"


def main():
    culab, folder = sys.argv[1], pathlib.Path(sys.argv[2]) / "memory"
    table = sys.argv[3:] == ["verdicts"]
    wanted = [] if table else sys.argv[3:]
    doctor = subprocess.run([culab, "doctor"], capture_output=True, text=True, check=False).stdout
    lacking = re.search(r"^MISSING\s+NVRTC\b.*$", doctor, re.MULTILINE)
    if lacking:
        print(lacking.group(0))
        sys.exit(77)
    paths = [path for path in sorted(folder.glob("*.c")) if not wanted or path.stem in wanted]
    if table:
        theirs = json.loads((folder / "compute-sanitizer.json").read_text())
        for path in paths:
            found, _ = found_in(culab, folder, path)
            ours = sorted({f"{rule} {line or 'in a kernel'}" for rule, line, _ in found})
            print(f"{path.stem}\n  ours: {', '.join(ours) or 'nothing'}\n"
                  f"  theirs: {theirs_of(theirs.get(path.stem, {}))}")
        return
    failed = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for path, wrong in zip(paths, pool.map(lambda path: problems(culab, folder, path), paths)):
            for problem in wrong:
                failed = True
                print(f"{path.name}: {problem}")
    sys.exit(failed)


main()
