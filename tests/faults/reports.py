"""Reports: a grader that dies half-way leaves a whole one or none, a full disk is no pass, and
nothing of an earlier report is taken for this one's."""
import json
import os
import signal
import subprocess

from faults import BARE, CULAB, FOLDER, ROOT, culab, expect, finish, need, write

need("nvrtc", "sim")
SOLUTION = f"{ROOT}/kernels/03-vector-add/solution.cu"
REPORT = FOLDER / "report.json"
ARGUMENTS = ["check", "03-vector-add", SOLUTION, "--device", "sim", "--json", "--output", str(REPORT)]


def temporary_files():
    return [path.name for path in FOLDER.iterdir() if path.name.startswith((".", "report.json."))
            or "tmp" in path.name]


# Killed at every stage, as soon as a report of so many cases stands there.
for cases in range(0, 9, 2):
    REPORT.write_text("an old report")
    process = subprocess.Popen([CULAB, *ARGUMENTS], stdout=subprocess.DEVNULL, cwd=FOLDER, env=BARE)
    known = -1
    while known < cases and process.poll() is None:
        try:
            text = REPORT.read_text()
        except FileNotFoundError:
            continue
        if text == "an old report":
            continue
        document = json.loads(text) # never less than a whole one
        known = len(document["cases"])
    process.send_signal(signal.SIGKILL)
    process.wait()
    for name in temporary_files(): # of a save that was killed
        (FOLDER / name).unlink()
    document = json.loads(REPORT.read_text())
    if len(document["cases"]) < 9:
        expect("half a report says so", document["verdict"] == "pending"
               and "still to run" in document["headline"], document["headline"])

done = culab(*ARGUMENTS)
expect("a whole report", done.returncode == 0 and json.loads(REPORT.read_text()) ==
       json.loads(done.stdout) and json.loads(done.stdout)["verdict"] == "pass", done.stdout.decode())
expect("no temporary file stays", not temporary_files(), temporary_files())

# Misuse leaves no old report either.
REPORT.write_text("an old report")
done = culab("check", "03-vector-add", write("wrong.cu", "__global__ void other() {}\n"), "--device",
             "sim", "--json", "--output", str(REPORT))
expect("a source without the kernel", done.returncode == 1 and
       json.loads(REPORT.read_text())["verdict"] == "fail", done.stdout.decode())
os.mkfifo(FOLDER / "pipe")
for path in ("pipe", "/dev/null", str(FOLDER)):
    done = culab(*ARGUMENTS[:-1], path)
    expect(f"--output {path}", done.returncode == 2 and b"not a plain file" in done.stderr,
           done.stderr.decode())
done = culab(*ARGUMENTS[:-1], "/nowhere/report.json")
expect("--output in no folder", done.returncode == 3 and b"/nowhere" in done.stderr,
       done.stderr.decode())

# A full disk: standard output that takes nothing, and a file that may not grow.
SHAPE = ["--kernel", "vector_add", "--grid", "1", "--block", "1", *(
    word for spec in ("in:f32[1]=ramp", "in:f32[1]=ramp", "out:f32[1]", "i32=1") for word in ("--arg", spec))]
for arguments in (ARGUMENTS[:-2], ["list"], ["run", SOLUTION, *SHAPE], ["run", SOLUTION, *SHAPE, "--json"]):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([CULAB, *arguments], stdout=full, stderr=subprocess.PIPE, env=BARE, check=False)
    expect(f"{arguments[0]} onto a full disk", done.returncode == 3 and b"No space" in done.stderr,
           done.stderr.decode())
REPORT.unlink(missing_ok=True)
done = subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$0" "$@" >/dev/null', CULAB, *ARGUMENTS],
                      stderr=subprocess.PIPE, env=BARE, check=False)
expect("a report over the file size limit", done.returncode == 3 and b"too large" in done.stderr and
       json.loads(REPORT.read_text())["verdict"] == "pending" and not temporary_files(),
       done.stderr.decode())
finish()
