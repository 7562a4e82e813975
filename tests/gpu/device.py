"""A GPU for tests: a real one when no libcuda is named on the command line, else one that the
simulator plays, without its extension."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CULAB = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(sys.argv[2])
FAKE = sys.argv[3] if len(sys.argv) > 3 else None
SKIPPED = 77
HOME = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(HOME.name)
BARE = {**os.environ, "HOME": HOME.name, "CULAB_ROOT": str(ROOT), "LC_ALL": "C.UTF-8",
        "XDG_DATA_HOME": f"{HOME.name}/data", "XDG_CONFIG_HOME": f"{HOME.name}/config",
        # tests/gpu/session has compiled references with it, for machines without a compiler.
        "XDG_CACHE_HOME": os.environ.get("CULAB_TEST_CACHE", f"{HOME.name}/cache")}
if FAKE:
    BARE["CULAB_LIBCUDA_GPU"] = FAKE
    BARE["SIMULATED_CUDA"] = CULAB.rsplit("/bin/", 1)[0] + "/lib/culab/libcuda.so.1"
FOUND = []


def culab(*arguments, **variables):
    """Runs it; output as bytes."""
    return subprocess.run([CULAB, *arguments], capture_output=True, check=False, cwd=FOLDER,
                          stdin=subprocess.DEVNULL, env={**BARE, **variables})


def start(*arguments, **variables):
    """Starts it; its output is of no interest."""
    return subprocess.Popen([CULAB, *arguments], cwd=FOLDER, env={**BARE, **variables}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def report(*arguments, device="gpu", **variables):
    """Exit status and the document of a command with --json."""
    done = culab(*arguments, "--device", device, "--json", **variables)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        sys.exit(f"{arguments}: no JSON: {done.stdout[:500]}{done.stderr[:500]}")


def need(*things):
    for thing in things:
        if culab("doctor", "--quiet", thing).returncode != 0:
            print(f"no {thing} on this machine")
            sys.exit(SKIPPED)


def write(name, content):
    path = FOLDER / name
    path.write_text(content)
    return str(path)


def run(source, *arguments, grid="1", block="1", device="gpu", **variables):
    """`culab run` of a source with a kernel k."""
    words = []
    for word in arguments:
        words += ["--arg", word]
    return report("run", write("k.cu", source), "--kernel", "k", "--grid", grid, "--block", block,
                  *words, device=device, **variables)


def expect(what, condition, seen=""):
    if not condition:
        FOUND.append(f"{what}: {seen if isinstance(seen, str) else json.dumps(seen)[:1500]}")


def finish():
    print("\n".join(FOUND))
    sys.exit(1 if FOUND else 0)
