#!/usr/bin/env python3
"""Runs the corpus: kernels that are right must give their values and no finding, wrong ones must be found.

    corpus.py CULAB FOLDER PREFIX [--target 90 | --debug] [--headers DIR]

All files FOLDER/PREFIX*.cu are run through `culab run --json` on the simulator. With --target or --debug they are
compiled to PTX by NVRTC here first, and the PTX is run. README.md tells what a file's header may say. Exit status 77:
no NVRTC or no simulator."""
import argparse
import ctypes
import glob
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

SKIPPED = 77
CODES = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q",
         "f16": "e", "f32": "f", "f64": "d"}
# Which card the simulator must be for newer targets than its own.
PROFILES = {90: "h100", 100: "b200"}
HEADER = re.compile(r"// (launch|arg|data|out|near|prints|wrong|also|least|only|variable|says|named)\b(.*)")


class NoHeader(Exception):
    """The kernel includes a header of the toolkit, and there is none on this machine."""


class Wrong(Exception):
    pass


def header_read(source):
    """[(key, value)]: what the first comment says; a line that begins with "//     " continues the one before."""
    entries = []
    for line in source.split("\n"):
        if not line.startswith("//"):
            break
        found = HEADER.match(line)
        if found:
            entries.append([found[1], found[2].strip().lstrip(":").strip()])
        elif line.startswith("//     ") and entries:
            entries[-1][1] += " " + line[2:].strip()
    return entries


def values_of(entries, key):
    return [value for name, value in entries if name == key]


def names_in(entries):
    """The data's names and values, in the order in which they are written; each may use those before."""
    names = {"math": math, "struct": struct}
    data = []
    for value in values_of(entries, "data"):
        name, text = value.split("=", 1)
        names[name.strip()] = eval(text.strip(), names)
        data.append(name.strip())
    return names, data


def type_of(argument):
    found = re.match(r"\w+:(\w+)\[", argument)
    return found and found[1]


def data_write(folder, entries, names, data):
    for argument in values_of(entries, "arg"):
        found = re.search(r"=@(\w+)$", argument)
        if not found:
            continue
        if found[1] not in data:
            raise Wrong(f"argument {argument}: no data {found[1]}")
        values = names[found[1]]
        with open(os.path.join(folder, found[1]), "wb") as file:
            file.write(struct.pack(f"{len(values)}{CODES[type_of(argument)]}", *values))


def number(value):
    return float(value) if isinstance(value, str) else value


def rounded(kind, value):
    """A float as the buffer's type holds it."""
    if not kind.startswith("f"):
        return value
    try:
        return struct.unpack(CODES[kind], struct.pack(CODES[kind], value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def same(got, expected, tolerance):
    if math.isnan(expected):
        return math.isnan(got)
    if tolerance == 0 or math.isinf(expected) or not math.isfinite(got):
        return got == expected
    return abs(got - expected) <= tolerance * max(1.0, abs(expected))


def check_output(report, index, expected, tolerance):
    output = next((o for o in report["outputs"] if o["argument"] == index), None)
    if output is None:
        raise Wrong(f"no output {index}")
    got = [number(v) for v in output["data"]]
    if len(got) != len(expected):
        raise Wrong(f"output {index} has {len(got)} elements, {len(expected)} are expected")
    for i, (have, want) in enumerate(zip(got, expected)):
        if not same(have, rounded(output["type"], want), tolerance):
            raise Wrong(f"output {index}, element {i}: {want} expected, got {have}")


def check_values(report, entries, names):
    checks = 0
    for key in ("out", "near"):
        for value in values_of(entries, key):
            head, text = value.split("=", 1)
            words = head.split()
            tolerance = float(words[1]) if key == "near" else 0
            check_output(report, int(words[0]), list(eval(text.strip(), names)), tolerance)
            checks += 1
    for value in values_of(entries, "prints"):
        expected = eval(value.lstrip("= "), names)
        got = sorted(p["text"] for p in report["printf"])
        if got != sorted(expected):
            raise Wrong(f"printed {got[:5]}, expected {sorted(expected)[:5]}")
        checks += 1
    if not checks:
        raise Wrong("the file says nothing about its outputs")


def told(finding):
    return f"{finding['rule']}: {finding['text']}"


def check_right(report, entries, names, also):
    blamed = [f for f in report["findings"] if f["rule"] not in also]
    if blamed:
        raise Wrong("blamed: " + told(blamed[0]))
    if report["launch"]["status"] != "ok":
        raise Wrong(f"launch {report['launch']['status']}: {report['launch'].get('error')}")
    check_values(report, entries, names)


def lines_of(finding):
    places = [finding.get("place"), (finding.get("other") or {}).get("place")]
    return {place["line"] for place in places if place and place.get("line")}


def check_names(report, names):
    """Each variable is named by a finding."""
    told_of = [f.get("variable") for f in report["findings"]]
    for name in names:
        if name not in told_of:
            raise Wrong(f"{name} is not named, but {told_of}")


def check_texts(report, texts):
    """Each is part of what a finding says."""
    for text in texts:
        if not any(text in told(f) for f in report["findings"]):
            raise Wrong(f"nothing says '{text}', but: " + told(report["findings"][0]))


def check_wrong(report, rules, also, marked, exact):
    """Each marked line is named by a finding of one of the rules, and no finding speaks of anything else."""
    findings = report["findings"]
    if not findings:
        raise Wrong(f"not found: nothing was said (launch {report['launch']['status']})")
    for rule in rules:
        if not any(f["rule"] == rule for f in findings):
            raise Wrong(f"no finding of rule {rule}; " + told(findings[0]))
    named = set()
    for finding in findings:
        if finding["rule"] in also:
            continue
        if finding["rule"] not in rules:
            raise Wrong("another rule: " + told(finding))
        named |= lines_of(finding)
    if exact and named - marked:
        raise Wrong(f"lines {sorted(named - marked)} are blamed, {sorted(marked)} expected: " + told(findings[0]))
    if marked - named if exact else not marked & named:
        raise Wrong(f"lines {sorted(marked - named)} are not named: " + told(findings[0]))


def marked_lines(source):
    return {i for i, line in enumerate(source.split("\n"), 1) if line.rstrip().endswith("// <--")}


class Nvrtc:
    """NVRTC by ctypes, for other targets than the simulator's own."""

    def __init__(self, options, headers):
        self.lib = self.open()
        toolkit = ["-I" + f for f in glob.glob("/usr/local/cuda/include") + glob.glob("/usr/local/cuda/include/cccl")]
        self.options = options + ["-lineinfo", "--pre-include=" + headers + "/culab_prelude.h"]
        if self.lib and self.version() >= (12, 8):
            self.options.append("--pch")  # what many kernels include is read once by this process
        self.includes = ["-I" + headers] + toolkit

    @staticmethod
    def open():
        folders = sorted(glob.glob("/usr/local/cuda*/lib*/"), reverse=True) + [""]
        for name in [f + n for f in folders for n in ("libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12")]:
            try:
                return ctypes.CDLL(name)
            except OSError:
                pass
        return None

    def version(self):
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.lib.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return major.value, minor.value

    def includes_for(self, source):
        """The lab's own cooperative_groups.h has the common part alone; for more of it the toolkit's comes first."""
        more = re.search("this_grid\\(|invoke_one|<cooperative_groups/", source)
        return self.includes[1:] + self.includes[:1] if more else self.includes

    def ptx(self, name, source, form="PTX"):
        program = ctypes.c_void_p()
        words = self.options + self.includes_for(source) + (["-rdc=true"] if "<<<" in source else [])
        options = (ctypes.c_char_p * len(words))(*[word.encode() for word in words])
        self.lib.nvrtcCreateProgram(ctypes.byref(program), source.encode(), name.encode(), 0, None, None)
        failed = self.lib.nvrtcCompileProgram(program, len(words), options)
        get, size = ("ProgramLog", "ProgramLogSize") if failed else (form, form + "Size")
        bytes_ = ctypes.c_size_t()
        getattr(self.lib, "nvrtcGet" + size)(program, ctypes.byref(bytes_))
        text = (ctypes.c_char * bytes_.value)()
        getattr(self.lib, "nvrtcGet" + get)(program, text)
        self.lib.nvrtcDestroyProgram(ctypes.byref(program))
        if failed:
            raise Wrong("does not compile: " + text.value.decode())
        return text.raw


def run(culab, file, entries, folder, profile):
    words = [culab, "run", file, "--device", "sim", "--limit", "60", "--json"]
    words += ["--profile", profile] if profile else []
    for value in values_of(entries, "launch"):
        words += value.split()
    for value in values_of(entries, "arg"):
        words += ["--arg", value]
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise Wrong(f"culab run ended with {done.returncode}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    if report["compile"]["status"] != "ok":
        diagnostics = report["compile"]["diagnostics"]
        if any("no CUDA toolkit with its headers" in one["text"] for one in diagnostics):
            raise NoHeader
        raise Wrong(f"does not compile: {diagnostics[0]['text'] if diagnostics else report['compile']}")
    return report


def check_file(culab, path, nvrtc, options):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    entries = header_read(source)
    if any((options.target or 86) < int(least) for least in values_of(entries, "least")):
        return
    only = " ".join(values_of(entries, "only"))
    if (nvrtc and "own target" in only) or (options.debug and "optimised code" in only):
        return
    if options.target and "debug information" in only:
        return
    names, data = names_in(entries)
    rules = [r for value in values_of(entries, "wrong") for r in re.split(r"[ ,]+", value)]
    with tempfile.TemporaryDirectory(prefix="culab-kernels-") as folder:
        data_write(folder, entries, names, data)
        subject = os.path.abspath(path)
        if nvrtc:
            subject = os.path.join(folder, "kernel.ptx")
            with open(subject, "wb") as file:
                file.write(nvrtc.ptx(os.path.basename(path), source).rstrip(b"\0"))
        report = run(culab, subject, entries, folder, PROFILES.get(options.target))
    also = [r for value in values_of(entries, "also") for r in re.split(r"[ ,]+", value)]
    if rules:
        check_wrong(report, rules, also, marked_lines(source), not options.debug)
        check_texts(report, values_of(entries, "says"))
        if not nvrtc:
            check_texts(report, values_of(entries, "named"))
        if not nvrtc or options.debug:
            check_names(report, values_of(entries, "variable"))
    else:
        check_right(report, entries, names, also)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("culab")
    parser.add_argument("folder")
    parser.add_argument("prefix", nargs="?", default="")
    parser.add_argument("--target", type=int)
    parser.add_argument("--debug", action="store_true")
    parser.add_argument("--headers")
    options = parser.parse_args()
    for what in ("nvrtc", "sim"):
        if subprocess.run([options.culab, "doctor", "--quiet", what], stdout=subprocess.DEVNULL).returncode:
            return SKIPPED
    nvrtc = None
    if options.target or options.debug:
        flags = [f"-arch=compute_{options.target or 86}"] + (["-G"] if options.debug else [])
        nvrtc = Nvrtc(flags, options.headers)
        if not nvrtc.lib:
            return SKIPPED
    files = sorted(glob.glob(os.path.join(options.folder, options.prefix + "*.cu")))
    if not files:
        print("no such kernels", file=sys.stderr)
        return 1
    failures = 0
    for path in files:
        try:
            check_file(os.path.abspath(options.culab), path, nvrtc, options)
        except NoHeader:
            print(f"{os.path.basename(path)}: skipped: no toolkit headers on this machine")
        except (Wrong, ArithmeticError, LookupError, TypeError, ValueError, NameError, SyntaxError) as wrong:
            failures += 1
            print(f"{os.path.basename(path)}: {wrong if isinstance(wrong, Wrong) else repr(wrong)}", file=sys.stderr)
    print(f"{len(files) - failures} of {len(files)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
