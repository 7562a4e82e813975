"""Host programs, right ones and wrong ones: what `culab run` finds in each, and in which lines.

A program's second line says what is expected: rules of findings, those that are only notes with a
question mark; "nothing"; or "limit": it has to be stopped. Lines with /* here */ are those that the
findings must name. "copies to the device: 1 2" are the streams of these copies in the order of time.
"""
import json
import pathlib
import re
import subprocess
import sys

BAD_LUCK = {"unchecked-result"}  # notes that any program may have besides


def run(culab, path):
    limit = ["--limit", "2"] if "expect: limit" in path.read_text() else []
    done = subprocess.run(
        [culab, "run", str(path), str(path.parent / "kernel.cu"), "--device", "sim", "--json",
         *(["--data", "y=out:f32[1024]"] if "culab_result" in path.read_text() else []), *limit],
        capture_output=True, text=True, check=False, timeout=100)
    try:
        return done, json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{path.name}: status {done.returncode}: {done.stderr}{done.stdout[:500]}")


def expected_of(text):
    words = re.search(r"^// expect: (.*)$", text, re.MULTILINE).group(1).split()
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "/* here */" in line]
    return words, lines


def problems(culab, path):
    text = path.read_text()
    words, lines = expected_of(text)
    done, report = run(culab, path)
    if report["compile"]["status"] != "ok":
        yield f"does not compile: {report['compile']}"
        return
    if words == ["limit"]:
        if report["launch"]["status"] != "budget":
            yield f"was not stopped: {report['launch']}"
        return
    found = [f for f in report["findings"] if f["checker"] == "host"]
    told = sorted({f["rule"] for f in found if not f["note"]})
    notes = sorted({f["rule"] for f in found if f["note"]} - BAD_LUCK)
    expected = sorted({w for w in words if w != "nothing" and not w.endswith("?")})
    expected_notes = sorted({w[:-1] for w in words if w.endswith("?")} - BAD_LUCK)
    wanted = 1 if expected else 0
    if told != expected or not set(expected_notes) <= set(notes):
        yield f"expected {words}, found {[(f['rule'], f['note'], f['place']['line'], f['text']) for f in found]}"
    if done.returncode != wanted:
        yield f"exit status {done.returncode}, expected {wanted}: {report['launch']} {report['host']}"
    copies = re.search(r"^// copies to the device: (.*)$", text, re.MULTILINE)
    spans = sorted((s["begin_ns"], s["stream"]) for s in report["host"]["timeline"] if s["kind"] == "copy to device")
    if copies and [stream for _, stream in spans] != [int(word) for word in copies.group(1).split()]:
        yield f"copies to the device come in another order: {spans}"
    first = words[0].rstrip("?")
    at = sorted({f["place"]["line"] for f in found if f["rule"] == first})
    if lines and at != lines:
        yield f"{first} is told of lines {at}, expected {lines}"


def main():
    culab, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    wanted = sys.argv[3:]
    doctor = subprocess.run([culab, "doctor"], capture_output=True, text=True, check=False).stdout
    lacking = re.search(r"^MISSING\s+NVRTC\b.*$", doctor, re.MULTILINE)
    if lacking:
        print(lacking.group(0))
        sys.exit(77)
    failed = False
    for path in sorted((folder / "programs").glob("*.c")):
        if wanted and path.stem not in wanted:
            continue
        for problem in problems(culab, path):
            failed = True
            print(f"{path.name}: {problem}")
    sys.exit(failed)


main()
