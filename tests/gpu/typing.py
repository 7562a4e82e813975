"""Keys while a kernel hangs: typing.py CULAB DEVICE [MOST_MS].

Opens the lab on an exercise whose kernel never ends, waits until it runs, types into the editor, and measures the time
from each key to the screen's answer. Exit status 1: the median is above MOST_MS (50), or it does not run."""
import fcntl
import os
import pathlib
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

CULAB, DEVICE = os.path.abspath(sys.argv[1]), sys.argv[2]
MOST = float(sys.argv[3]) if len(sys.argv) > 3 else 50
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXERCISE, KEYS = "03-vector-add", 40
SOURCE = """// x
__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    volatile float *wait = c;
    for (unsigned i = 0; wait[0] != 12345.0f; i++)
        wait[0] = (float)(i & 1023);
}
"""


def read(terminal, seconds):
    """What comes within so long, at the first bytes."""
    if select.select([terminal], [], [], seconds)[0]:
        return os.read(terminal, 65536)
    return b""


def quiet(terminal, seconds):
    """Everything until nothing has come for so long."""
    text = b""
    while (piece := read(terminal, seconds)):
        text += piece
    return text


def wait_for(terminal, word, seconds):
    text, end = b"", time.monotonic() + seconds
    while word not in text:
        if time.monotonic() > end:
            raise SystemExit(f"no {word} within {seconds} s: {text[-2000:]}")
        text += read(terminal, 0.05)


def main():
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder) / "culab" / "work" / EXERCISE
        work.mkdir(parents=True)
        (work / "kernel.cu").write_text(SOURCE)
        pid, terminal = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.environ.update(TERM="xterm-256color", XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder, HOME=folder,
                              CULAB_ROOT=str(ROOT), LC_ALL="C.UTF-8")
            os.execv(CULAB, [CULAB, "lab", "--device", DEVICE, EXERCISE])
        os.write(terminal, b"\x1b[20~\x1bOS\x1b[F")  # F9: no live mode; F4: the editor; End
        quiet(terminal, 1)
        os.write(terminal, b"\x1b[15~")  # F5: run
        wait_for(terminal, b"running case 1", 30)
        quiet(terminal, 0.7)
        times = []
        for key in range(KEYS):
            begin = time.monotonic()
            os.write(terminal, b"abcdefghij"[key % 10:key % 10 + 1])
            if read(terminal, 5):
                times.append(1000 * (time.monotonic() - begin))
            quiet(terminal, 0.01)
        begin = time.monotonic()
        os.write(terminal, b"\x1bs")  # stop
        wait_for(terminal, b"stopped", 30)
        stop = 1000 * (time.monotonic() - begin)
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
    times.sort()
    median = statistics.median(times) if times else float("inf")
    print(f"{len(times)} of {KEYS} keys while a kernel hangs, to the screen: median {median:.1f} ms, "
          f"95 % {times[int(len(times) * 0.95)]:.1f}, most {times[-1]:.1f}; stop to its verdict {stop:.0f} ms")
    sys.exit(len(times) < KEYS or median > MOST)


if __name__ == "__main__":
    main()
