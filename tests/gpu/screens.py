"""The lab in a terminal on this machine's GPU, driven by keys, its screens kept as text: screens.py CULAB FOLDER [untimed]."""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

CULAB, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXERCISE = "14-stencil"
UNTIMED = len(sys.argv) > 3 # without the kernel's time, which a simulator that plays the GPU takes long for
# name, keys, a word that must come to the screen
WALK = [
    ("01-lessons", [], "Lessons"),
    ("02-exercise", [":open"], "live"),
    ("03-run", ["F5"], "case"),
    ("04-verdict", ["M-1"], "Verdict"),
    ("05-printf", ["M-2"], "Printf"),
    ("06-diff", ["M-3"], "Diff"),
    ("07-findings", ["M-4"], "Findings"),
    ("08-time", ["M-t", "M-5"], "time:"),
    ("09-metrics", ["M-z"], "sectors"),
    ("10-code", ["M-z", "M-6"], "Code"),
    ("11-schedule", ["M-b"], "last wave"),
    ("12-schedule-whole", ["M-z"], "SM"),
    ("13-device", ["M-z", "M-i"], "In use"),
]
PATIENCE = 20


class Terminal:
    def __init__(self, columns, rows, home):
        self.socket = f"culab-screens-{os.getpid()}"
        words = f"exec '{CULAB}' lab --device gpu"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", columns, "-y", rows, words,
                  HOME=home, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home)

    def tmux(self, *words, **variables):
        return subprocess.run(["tmux", "-L", self.socket, *map(str, words)], capture_output=True, text=True,
                              check=False, env={**os.environ, "CULAB_ROOT": str(ROOT), **variables}).stdout

    def keys(self, *names):
        for name in names:
            if name == ":open":
                self.tmux("send-keys", "F10")
                self.tmux("send-keys", "-l", f"open {EXERCISE}")
                name = "Enter"
            self.tmux("send-keys", name)
            time.sleep(0.1)

    def until(self, word):
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.tmux("capture-pane", "-p")
            busy = any(text in screen for text in ("compiling…", "running…", "judging…", "starting the device"))
            if (word in screen and not busy) or time.monotonic() > end:
                return screen, word in screen
            time.sleep(0.1)

    def close(self):
        """Ends the lab, and waits for it: it still writes what it keeps."""
        pids = self.tmux("list-panes", "-a", "-F", "#{pane_pid}").split()
        self.tmux("kill-server")
        end = time.monotonic() + PATIENCE
        while any(os.path.exists(f"/proc/{pid}") for pid in pids) and time.monotonic() < end:
            time.sleep(0.05)


def walk(columns, rows):
    missing = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        work = pathlib.Path(home) / "culab/work" / EXERCISE
        work.mkdir(parents=True)
        (work / "kernel.cu").write_text((ROOT / "kernels" / EXERCISE / "solution.cu").read_text())
        terminal = Terminal(columns, rows, home)
        try:
            for name, keys, word in WALK:
                if UNTIMED and name == "08-time":
                    keys, word = ["M-5"], "kernel"
                terminal.keys(*keys)
                screen, seen = terminal.until(word)
                (FOLDER / f"{columns}x{rows}-{name}.txt").write_text(screen)
                if not seen:
                    missing.append(f"{columns}x{rows}-{name} lacks {word}")
        finally:
            terminal.close()
    return missing


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    missing = [one for size in ((80, 24), (120, 40)) for one in walk(*size)]
    print("\n".join(missing))
    print(f"{2 * len(WALK)} screens, {len(missing)} without what should be there")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
