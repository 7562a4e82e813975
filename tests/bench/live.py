#!/usr/bin/env python3
"""From the last key to the screen that shows its verdict, beside NVRTC's own time, in one run.

    tests/bench/live.py build/bin/culab [--device gpu] [--exercise 14-stencil] [--keys 40] [--burst 5 --gap 60]
                        [--comment]

Opens the exercise's solution in a pseudo terminal of 120x40, types keys one at a time, each after the verdict of the
one before was shown: line ends, which move all lines of the code, so that everything is run anew; with --comment digits
into a comment, which leave the code as it was, and what it gives, too. Reads what the lab itself measured
($CULAB_TIMING, src/app/timing.h). With --burst several keys are typed, each so many milliseconds after the one before,
and the last one's time is taken.
"""
import argparse
import fcntl
import os
import pathlib
import pty
import select
import signal
import statistics
import struct
import tempfile
import termios
import time

PATIENCE = 20


def wait_lines(terminal, path, count):
    """Reads the screen away until the timing file has `count` lines."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.005)[0]:
            os.read(terminal, 65536)
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= count:
            return lines
    raise SystemExit(f"no verdict within {PATIENCE} s; so far: {lines}")


def last_of_burst(terminal, path):
    """Waits until no verdict has come for a while: that of the last key was the last one."""
    count, since = -1, time.monotonic()
    while time.monotonic() - since < 0.4:
        if select.select([terminal], [], [], 0.005)[0]:
            os.read(terminal, 65536)
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) != count:
            count, since = len(lines), time.monotonic()
    return lines[-1]


def typed(options, key):
    return b"%d" % (key % 10) if options.comment else b"\r"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("culab", type=pathlib.Path)
    parser.add_argument("--exercise", default="14-stencil")
    parser.add_argument("--device", default="sim")
    parser.add_argument("--keys", type=int, default=40)
    parser.add_argument("--burst", type=int, default=1)
    parser.add_argument("--gap", type=float, default=60)
    parser.add_argument("--comment", action="store_true")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as folder:
        timing = pathlib.Path(folder) / "timing"
        work = pathlib.Path(folder) / "culab" / "work" / options.exercise
        work.mkdir(parents=True)
        source = (root / "kernels" / options.exercise / "solution.cu").read_text()
        (work / "kernel.cu").write_text("// \n" + source)
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            os.environ.update(TERM="xterm-256color", CULAB_TIMING=str(timing), XDG_DATA_HOME=folder)
            os.execv(options.culab, [str(options.culab), "lab", "--device", options.device, options.exercise])
        os.write(terminal, b"\x1bOS\x1b[F")  # F4: the editor; End: behind the comment's slashes
        lines = []
        for key in range(options.keys):
            for _ in range(options.burst - 1):
                os.write(terminal, typed(options, key))
                time.sleep(options.gap / 1e3)
            os.write(terminal, typed(options, key))
            if options.burst > 1:
                lines.append(last_of_burst(terminal, timing))
            else:
                lines = wait_lines(terminal, timing, key + 1)
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
    show(options, [tuple(map(float, line.split())) for line in lines[2:]])  # the first ones warm up


def show(options, rows):
    print(f"{len(rows)} keys, exercise {options.exercise}")
    total, waited, nvrtc, compiling, runs, kernels, judging = zip(*rows)
    after_wait = [all_of_it - wait for all_of_it, wait in zip(total, waited)]
    rest = [row[0] - row[1] - row[3] - row[4] - row[6] for row in rows]
    for name, values in (("last key to screen, ms", total), ("without the wait for further keys, ms", after_wait),
                         ("NVRTC's own, ms", nvrtc)):
        print(f"{name:40} min {min(values):7.1f}  median {statistics.median(values):7.1f}  max {max(values):7.1f}")
    for name, values in (("last key to screen", total), ("without the wait", after_wait)):
        ratios = [value / own for value, own in zip(values, nvrtc)]
        print(f"{'ratio to NVRTC, ' + name:40} min {min(ratios):7.2f}  median {statistics.median(ratios):7.2f}  max {max(ratios):7.2f}")
    parts = {"waiting for further keys": waited, "NVRTC": nvrtc,
             "way to the compiler and back": [row[3] - row[2] for row in rows], "kernels of all cases": kernels,
             "their data, modules, answers": [row[4] - row[5] for row in rows], "judging": judging,
             "drawing, and in between": rest}
    print("where it goes, ms (medians): " + "; ".join(f"{name} {statistics.median(values):.1f}"
                                                      for name, values in parts.items()))


if __name__ == "__main__":
    main()
