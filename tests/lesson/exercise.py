"""One exercise through `culab check`: its starter, its solution and each of its mistakes."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77


def run(culab, *arguments):
    return subprocess.run([culab, *arguments], capture_output=True, text=True, check=False)


def missing(culab):
    """What no build of culab can bring: the line of `culab doctor` on a missing NVRTC, or None."""
    line = re.search(r"^MISSING\s+NVRTC\b.*$", run(culab, "doctor").stdout, re.MULTILINE)
    return line.group(0) if line else None


def check(culab, exercise, path):
    """The verdict as the report has it. Anything but a verdict ends the test."""
    done = run(culab, "check", exercise, str(path), "--device", "sim", "--json")
    if done.returncode not in (0, 1):
        sys.exit(f"{path.name}: exit status {done.returncode}: {done.stderr}{done.stdout[:2000]}")
    report = json.loads(done.stdout)
    expected = "pass" if done.returncode == 0 else "fail"
    if report["verdict"] != expected:
        sys.exit(f"{path.name}: exit status {done.returncode}, verdict {report['verdict']}")
    return report


def describe(report):
    return f"{report['verdict']}, {report['reasons']}: {report['headline']} {report['sentences']}"


def reasons_of(root, exercise):
    """The mistakes of lesson.yml: name to reason, read by the layout that lessons keep."""
    for path in root.glob("lessons/*/lesson.yml"):
        text = path.read_text()
        part = re.search(rf"^  - id: {re.escape(exercise)}\n(.*?)(?=^  - id: |\Z)", text,
                         re.MULTILINE | re.DOTALL)
        if part:
            return dict(re.findall(r"^      - name: (\S+)\n        reason: (\S+)", part.group(1),
                                   re.MULTILINE))
    sys.exit(f"{exercise} is in no lesson.yml")


def problems(culab, root, exercise):
    folder = root / "kernels" / exercise
    kind = ".c" if (folder / "starter.c").exists() else ".cu"  # a host program, or a kernel
    report = check(culab, exercise, folder / f"starter{kind}")
    if report["verdict"] != "fail":
        yield f"starter{kind}: should fail: {describe(report)}"
    report = check(culab, exercise, folder / f"solution{kind}")
    if report["verdict"] != "pass":
        yield f"solution{kind}: should pass: {describe(report)}"
    reasons = reasons_of(root, exercise)
    for path in sorted(folder.glob(f"mistake-*{kind}")):
        name = path.stem[len("mistake-"):]
        report = check(culab, exercise, path)
        if report["verdict"] != "fail" or reasons.get(name) not in report["reasons"]:
            yield f"{path.name}: should fail for {reasons.get(name)}: {describe(report)}"
        found = report["mistake"]["name"] if report["mistake"] else None
        if found != name:
            yield f"{path.name}: is recognised as {found}: {describe(report)}"
    if len(reasons) != len(list(folder.glob(f"mistake-*{kind}"))):
        yield f"not every mistake was read: {sorted(reasons)}"


def main():
    culab, root, exercise = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory() as home:
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            os.environ[name] = home
        lacking = missing(culab)
        if lacking:
            print(lacking)
            sys.exit(SKIPPED)
        found = list(problems(culab, root, exercise))
    print("\n".join(found))
    sys.exit(1 if found else 0)


main()
