"""The lab in a terminal on this machine's GPU, driven by keys, its screens kept as text.

    screens.py CULAB FOLDER [untimed]
    screens.py page DOCS

One folder of screens for each size of terminal; a scene is one start of the lab at one exercise, with a given text. The
second form writes DOCS/screens.md about those that lie in DOCS/screens."""
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

CULAB, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
ROOT = pathlib.Path(__file__).resolve().parents[2]
UNTIMED = len(sys.argv) > 3 # without kernels' times, which a simulator that plays the GPU takes long for
SIZES = ((80, 24), (120, 40))
PATIENCE = 20
AT_ONCE = 4 # scenes; what is timed goes first, by itself
NUMBERS = itertools.count()
BUSY = ("compiling…", "running…", "judging…", "starting the device")

FAULT = """__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long far = i == 5 ? 1ll << 40 : i;
    if (i < n)
        c[far] = a[i] + b[i];
}
"""
HANG = """__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
    printf("thread %d waits\\n", i);
    while (((volatile float *)c)[0] != 77)
        ;
}
"""
ROUNDING = """__global__ void stencil(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (i > 0 ? in[i - 1] : 0) + in[i] * 1.1f + (i + 1 < n ? in[i + 1] : 0);
}
"""
# title, exercise, the file that is worked on, its text (a path from the root, or the text itself), steps:
# name of the screen, keys, a word that must come; "busy" where it must come while something runs
SCENES = [
    ("A kernel that is right: what it gave, cost and became", "14-stencil", "kernel.cu", "kernels/14-stencil/solution.cu", [
        ("lessons", ["F3"], "Lessons"),
        ("exercise", ["Enter", "F5"], "✓ all"),
        ("editor", ["F4"], "__global__"),
        ("shares", ["M-g"], "%"),
        ("lanes", ["M-g"], "lanes"),
        ("verdict", ["M-1"], "Verdict"),
        ("metrics", ["M-5", "M-z"], "sectors"),
        ("time", ["M-z", "F4", "M-t", "M-5", "M-z"], "time:"),
        ("ptx", ["M-z", "M-6", "M-z"], ".visible .entry"),
        ("sass", ["s"], "SASS"),
        ("schedule", ["M-z", "M-b"], "last"),
        ("schedule-whole", ["M-z"], "SM"),
        ("device", ["M-z", "M-i"], "In use"),
    ]),
    ("Right by luck: a race", "14-stencil", "kernel.cu", "kernels/14-stencil/starter.cu", [
        ("race", ["F4", "F5"], "✗"),
        ("race-findings", ["M-4"], "race"),
        ("race-other-line", ["o"], "__global__"),
    ]),
    ("Wrong values, on GPU, simulator and CPU", "14-stencil", "kernel.cu", ROUNDING, [
        ("diff", ["F5", "M-3", "M-z"], "expected"),
        ("diff-three", ["v"], "simulator"),
    ]),
    ("What the threads print", "01-say-it-once", "kernel.cu", "kernels/01-say-it-once/solution.cu", [
        ("printf", ["F5", "M-2"], "thread"),
    ]),
    ("A fault, explained by the simulator", "03-vector-add", "kernel.cu", FAULT, [
        ("fault", ["F4", "F5"], "✗"),
        ("fault-findings", ["M-4"], "thread"),
    ]),
    ("A kernel that never ends, stopped by a key", "03-vector-add", "kernel.cu", HANG, [
        ("hang", ["F4", "F5"], "running…", "busy"),
        ("hang-stopped", ["Escape"], "stopped"),
        ("hang-printf", ["M-2"], "waits"),
    ]),
    ("A host program whose copies and kernels overlap", "31-overlap", "host.c", "kernels/31-overlap/solution.c", [
        ("host", ["F4", "F5"], "✓ all"),
        ("host-calls", ["M-8", "M-z"], "cuMemcpy"),
        ("host-timeline", ["M-9"], "overlap"),
    ]),
    ("One whose don't", "31-overlap", "host.c", "kernels/31-overlap/mistake-one-stream.c", [
        ("host-serial", ["F5", "M-9", "M-z"], "overlap"),
        ("host-serial-verdict", ["M-1"], "✗"),
    ]),
]
TIMED = ("time",)


class Terminal:
    def __init__(self, columns, rows, home, exercise):
        self.socket = f"culab-screens-{os.getpid()}-{next(NUMBERS)}"
        words = f"exec '{CULAB}' lab {exercise} --device gpu"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows, words,
                  HOME=home, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home)

    def tmux(self, *words, **variables):
        return subprocess.run(["tmux", "-L", self.socket, *map(str, words)], capture_output=True, text=True,
                              check=False, env={**os.environ, "CULAB_ROOT": str(ROOT), **variables}).stdout

    def keys(self, *names):
        for name in names:
            self.tmux("send-keys", name)
            time.sleep(0.1)

    def until(self, word, busy=False):
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.tmux("capture-pane", "-p")
            settled = busy or not any(text in screen for text in BUSY)
            if (word in screen and settled) or time.monotonic() > end:
                return screen, word in screen
            time.sleep(0.1)

    def close(self):
        """Ends the lab, and waits for it: it still writes what it keeps."""
        pids = self.tmux("list-panes", "-a", "-F", "#{pane_pid}").split()
        self.tmux("kill-server")
        end = time.monotonic() + PATIENCE
        while any(os.path.exists(f"/proc/{pid}") for pid in pids) and time.monotonic() < end:
            time.sleep(0.05)


def play(scene, columns, rows, folder):
    """The steps of a scene; what was missing on its screens."""
    _, exercise, file, text, steps = scene
    missing = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        work = pathlib.Path(home) / "culab/work" / exercise
        work.mkdir(parents=True)
        (work / file).write_text(text if "\n" in text else (ROOT / text).read_text())
        terminal = Terminal(columns, rows, home, exercise)
        try:
            terminal.until("live")
            for name, keys, word, *busy in steps:
                if UNTIMED and name in TIMED:
                    continue
                terminal.keys(*keys)
                screen, seen = terminal.until(word, bool(busy))
                (folder / f"{name}.txt").write_text(screen)
                if not seen:
                    missing.append(f"{columns}x{rows}/{name} lacks {word}")
        finally:
            terminal.close()
    return missing


def page_line(folder, step):
    name, keys, *_ = step
    places = [(f"{columns} × {rows}", f"{columns}x{rows}/{name}.txt") for columns, rows in SIZES]
    links = ", ".join(f"[{text}](screens/{place})" for text, place in places if (folder / place).exists())
    pressed = " ".join(f"`{key.replace('M-', 'Alt-').replace('Escape', 'Esc')}`" for key in keys)
    return f"| {name} | {pressed} | {links} |\n"


def write_page(docs):
    """What is shown in full: of each scene one screen."""
    shown = {"race", "time", "sass", "diff-three", "printf", "fault", "hang", "host-timeline", "host-serial"}
    text = ("# The lab on a GPU, screen by screen\n\nKept as text by `tests/gpu/screens.py`, which drives the lab in tmux by "
            "keys, on a machine with an NVIDIA H200.\n")
    for title, exercise, _, _, steps in SCENES:
        text += f"\n## {title}\n\nExercise {exercise}.\n\n| screen | keys | |\n|---|---|---|\n"
        text += "".join(page_line(docs / "screens", step) for step in steps)
        for name in [step[0] for step in steps if step[0] in shown]:
            path = docs / "screens" / "80x24" / f"{name}.txt"
            text += f"\n```\n{path.read_text()}```\n" if path.exists() else ""
    (docs / "screens.md").write_text(text)


def main():
    if sys.argv[1] == "page":
        return write_page(FOLDER)
    plays = []
    for columns, rows in SIZES:
        folder = FOLDER / f"{columns}x{rows}"
        folder.mkdir(parents=True, exist_ok=True)
        plays += [(scene, columns, rows, folder) for scene in SCENES]
    timed = [one for one in plays if one[0] is SCENES[0] or one[0][2] == "host.c"]
    missing = [lack for one in timed for lack in play(*one)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        others = [one for one in plays if one not in timed]
        missing += [lack for found in pool.map(lambda one: play(*one), others) for lack in found]
    print("\n".join(missing))
    count = len(SIZES) * sum(len(scene[-1]) for scene in SCENES)
    print(f"{count} screens, {len(missing)} without what should be there")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
