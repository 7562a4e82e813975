#!/usr/bin/env python3
"""First paint and resident memory of terminal programs, side by side in one run.

    tests/bench/first_paint.py [--runs 15] build/bin/culab 'vim -u NONE FILE' 'nano FILE' htop

Each program runs in a pseudo terminal of 120x40. First paint is the time from exec until 400 bytes
have been drawn and nothing more came for 3 ms; memory is VmRSS half a second later, when idle.
The programs take turns, so that a machine that slows down slows all of them.
"""
import argparse
import fcntl
import os
import pty
import select
import shlex
import signal
import statistics
import struct
import termios
import time

ENOUGH, QUIET, PATIENCE, IDLE = 400, 0.003, 3.0, 0.5


def drain(terminal, seconds):
    """Reads what comes until nothing has come for `seconds`; the bytes, and when the last came."""
    data, last = b"", time.monotonic()
    while select.select([terminal], [], [], seconds)[0]:
        try:
            data += os.read(terminal, 65536)
        except OSError:
            break
        last = time.monotonic()
    return data, last


def resident(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
    return float("nan")


def measure(words):
    started = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        os.environ["TERM"] = "xterm-256color"
        os.execvp(words[0], words)
    drawn, painted = 0, None
    while time.monotonic() - started < PATIENCE:
        data, last = drain(terminal, QUIET)
        drawn += len(data)
        if drawn >= ENOUGH:
            painted = (last - started) * 1000
            break
    drain(terminal, IDLE)
    memory = resident(pid)
    os.kill(pid, signal.SIGTERM)
    drain(terminal, 0.05)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os.waitpid(pid, 0)
    os.close(terminal)
    return painted, memory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("commands", nargs="+")
    options = parser.parse_args()
    paints = {command: [] for command in options.commands}
    memories = {command: [] for command in options.commands}
    for _ in range(options.runs):
        for command in options.commands:
            painted, memory = measure(shlex.split(command))
            if painted is not None:
                paints[command].append(painted)
            memories[command].append(memory)
    print(f"{'program':40} {'first paint ms':>24} {'resident MB':>12}")
    print(f"{'':40} {'min / median / max':>24} {'median':>12}")
    for command in options.commands:
        times = sorted(paints[command])
        figures = f"{times[0]:.1f} / {statistics.median(times):.1f} / {times[-1]:.1f}" if times else "not seen"
        print(f"{command[:40]:40} {figures:>24} {statistics.median(memories[command]):>12.1f}")


if __name__ == "__main__":
    main()
