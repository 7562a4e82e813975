"""What the tests of faults share: running culab with a home of its own, and telling what failed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CULAB = sys.argv[1]
ROOT = pathlib.Path(sys.argv[2])
SKIPPED = 77
HOME = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(HOME.name)
BARE = {**os.environ, "HOME": HOME.name, "CULAB_ROOT": str(ROOT), "LC_ALL": "C.UTF-8",
        "XDG_DATA_HOME": f"{HOME.name}/data", "XDG_CONFIG_HOME": f"{HOME.name}/config",
        "XDG_CACHE_HOME": f"{HOME.name}/cache"}
FOUND = []


def culab(*arguments, **variables):
    """Runs it; output as bytes."""
    return subprocess.run([CULAB, *arguments], capture_output=True, check=False, cwd=FOLDER,
                          stdin=subprocess.DEVNULL, env={**BARE, **variables})


def need(*things):
    """Ends the test as skipped where the machine lacks something."""
    for thing in things:
        if culab("doctor", "--quiet", thing).returncode != 0:
            print(f"no {thing} on this machine")
            sys.exit(SKIPPED)


def expect(what, condition, seen=""):
    if not condition:
        FOUND.append(f"{what}: {seen if isinstance(seen, str) else json.dumps(seen)[:1500]}")


def write(name, content):
    path = FOLDER / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def report(*arguments, **variables):
    """Exit status and the document of a command with --json."""
    done = culab(*arguments, "--device", "sim", "--json", **variables)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{arguments}: no JSON: {done.stdout[:500]}{done.stderr[:500]}")


def run(source, *arguments, grid="1", block="1", name="k.cu", **variables):
    """`culab run` of a source with a kernel k; words like in:... become --arg."""
    words = []
    for word in arguments:
        words += ["--arg", word] if "=" in word or ":" in word else [word]
    return report("run", write(name, source), "--kernel", "k", "--grid", grid, "--block", block,
                  *words, **variables)


def finish():
    print("\n".join(FOUND))
    sys.exit(1 if FOUND else 0)
