#!/usr/bin/env python3
"""Writes seeds for the fuzzers: a folder each, from the PTX in tests/data and tests/sim/scripts.

usage: seeds.py FOLDER
"""
import ctypes
import glob
import os
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
HEAD_FATBIN = struct.Struct("<IHHQ")
HEAD_ENTRY = struct.Struct("<HHIQIIHHIIIQQQ")
SIZE_MAX = 20000
LOG_OF_COMPILER = b"""kernel.cu(3): error: identifier "y" is undefined
      x[i] = y;
             ^

kernel.cu(7): warning #177-D: variable "i" was declared but never referenced
Remark: The warnings can be suppressed with "-diag-suppress <warning-number>"

1 error detected in the compilation of "kernel.cu".
"""
CALL_BYTES, LOG_HEAD_BYTES = 336, 48 # of src/host/log.h


def texts():
    for pattern in ("data/ptx/*.ptx", "data/ptx/bad/*.ptx", "sim/scripts/*.ptx", "sim/matrix/*.ptx"):
        for path in sorted(glob.glob(os.path.join(TESTS, pattern))):
            data = open(path, "rb").read()
            if len(data) <= SIZE_MAX:
                yield os.path.basename(path), data


def sources():
    for pattern in ("kernels/*/*.cu",
                    "tests/kernels/*/*.cu", "tests/data/ptx/*.ptx"):
        for path in sorted(glob.glob(os.path.join(os.path.dirname(TESTS), pattern)))[::5]:
            data = open(path, "rb").read()
            if len(data) <= SIZE_MAX:
                yield path.replace(os.sep, "_").lstrip("_")[-80:], data


def lz4(text):
    """One run of literals."""
    length = len(text) - 15
    more = b"\xff" * (length // 255) + bytes([length % 255])
    return b"\xf0" + more + text


def zstd(text):
    """NULL without the library."""
    try:
        library = ctypes.CDLL("libzstd.so.1")
    except OSError:
        return None
    room = ctypes.create_string_buffer(2 * len(text) + 1000)
    library.ZSTD_compress.restype = ctypes.c_size_t
    size = library.ZSTD_compress(room, ctypes.c_size_t(len(room)), text,
                                 ctypes.c_size_t(len(text)), 3)
    return room.raw[:size]


def fatbin(text, packed, flags):
    payload = packed + bytes(-len(packed) % 8)
    entry = HEAD_ENTRY.pack(1, 0x101, HEAD_ENTRY.size, len(payload), len(packed), 0, 0, 0, 52, 0, 0,
                            flags, 0, len(text)) + payload
    return HEAD_FATBIN.pack(0xba55ed50, 1, HEAD_FATBIN.size, len(entry)) + entry


def archive(members):
    out = b"!<arch>\n"
    for name, data in members:
        out += f"{name + '/':<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n".encode()
        out += data + b"\n" * (len(data) % 2)
    return out


def host_object(section, data):
    """A relocatable ELF file with one section of that name."""
    names = b"\0" + section + b"\0.shstrtab\0"
    at_names = 64 + len(data)
    at = (at_names + len(names) + 7) // 8 * 8
    elf = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, at, 0, 64, 0, 0,
                                                    64, 3, 2)
    row = struct.Struct("<IIQQQQIIQQ")
    rows = bytes(64) + row.pack(1, 1, 2, 0, 64, len(data), 0, 0, 8, 0)
    rows += row.pack(2 + len(section), 3, 0, 0, at_names, len(names), 0, 0, 1, 0)
    return (elf + data + names).ljust(at, b"\0") + rows


def images(text):
    yield "plain", fatbin(text, text, 0x11)
    yield "lz4", fatbin(text, lz4(text), 0x2011)
    if zstd(text):
        yield "zstd", fatbin(text, zstd(text), 0x8011)


def log(functions):
    """A host program's log: a call of each function, then one record of every other kind."""
    out = b""
    for number, function in enumerate(functions):
        extra = struct.pack("<II16s", 16, number % 4, bytes(range(16)))
        head = struct.pack("<IIIIIiII", CALL_BYTES + len(extra), 0, function, number, 1, 0, 1, len(extra))
        out += head + bytes(CALL_BYTES - len(head)) + extra
    for kind in range(1, 10):
        out += struct.pack("<II", 64, kind) + bytes(700)
    return bytes(LOG_HEAD_BYTES) + out


def program():
    """A small program with a line table, of DWARF 4; none without a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "host.c")
        open(source, "w").write("int f(int x)\n{\n    return x + 1;\n}\nint g(int x)\n{\n"
                                "    return f(x) * 2;\n}\n")
        built = os.path.join(folder, "host.o")
        try:
            subprocess.run(["cc", "-g", "-gdwarf-4", "-c", source, "-o", built], check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        return open(built, "rb").read()


def main(folder):
    def write(target, name, data):
        os.makedirs(os.path.join(folder, target), exist_ok=True)
        open(os.path.join(folder, target, name), "wb").write(data)

    found = list(texts())
    for name, text in found:
        for target in ("ptx_parse", "engine_run", "observe_run"):
            write("fuzz_" + target, name, text)
        if b".section" in text:
            write("fuzz_debug_names", name, text)
        if b".tex" in text or b"tex." in text or b"suld" in text or b"sust" in text:
            for more in range(1, 16): # the size chooses the texture's shape
                write("fuzz_engine_run", f"{name}.{more}", text + b"\n" * more)
    small = [text for _, text in found if len(text) < 6000]
    for i, text in enumerate(small):
        other = small[(i * 7 + 3) % len(small)]
        write("fuzz_ptx_link", f"{i}", text + b"\0" + other)
        for kind, image in images(text):
            if i % 8 == 0:
                write("fuzz_sim_api_image", f"{i}.{kind}", image)
                write("fuzz_sim_api_image", f"{i}.{kind}.o", host_object(b".nv_fatbin", image))
                write("fuzz_sim_api_image", f"{i}.{kind}.a",
                      archive([("a.o", host_object(b"__nv_relfatbin", image)), ("b.ptx", other)]))
        for mark, packed in ((1, lz4(text)), (2, zstd(text))):
            if i % 8 == 0 and packed:
                write("fuzz_sim_api_unpack", f"{i}.{mark}",
                      struct.pack("<BH", mark, len(text)) + packed)
    for i in range(0, 720, 20):
        write("fuzz_host_log", f"{i}", log(range(i, i + 20)))
    if program():
        write("fuzz_host_lines", "program", program())
    for name, text in sources():
        write("fuzz_compile_text", name, text)
        write("fuzz_syntax_lines", name, text)
        write("fuzz_text_journal", name, text[:2000])
    write("fuzz_compile_text", "log", LOG_OF_COMPILER)
    write("fuzz_wire_payload", "empty", b"\0")
    for i, text in enumerate((b"%d of %s\n\0", b"%-8.3f|%+e|%#x\n\0", b"%*.*g %c %% %n %p %hhd %llu\0")):
        write("fuzz_format_print", str(i), bytes(range(1, 65)) + text + b"text\0")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
