#!/usr/bin/env python3
"""Loads every piece of inline assembly in the toolkit's headers: headers.py PTXAS LIBCUDA INCLUDE...

Registers stand for the operands by their constraints. What ptxas takes for a target and our library refuses is
told, but for what opcodes.def leaves out on purpose (LEFT_OUT). Exit status 77 (skipped) where there is no ptxas
or there are no headers."""
import collections
import ctypes
import os
import re
import sys

import forms

# 32-bit addresses in cvta: of a module with 64-bit ones they are cut off.
LEFT_OUT = re.compile(r"tcgen05|multimem|cvta\.(to\.)?param\.u32|gather4|scatter4|try_cancel.*multicast")
REGISTERS = {"h": "h", "r": "r", "l": "d", "f": "f", "d": "e", "q": "x", "C": None, "n": None}
HEAD = """.version {version}
.target {target}
.address_size 64
.global .align 8 .b8 space[64];
.visible .entry k()
{{
.reg .pred %p<40>; .reg .b16 %h<40>; .reg .b32 %r<140>; .reg .b64 %d<40>; .reg .b128 %x<40>;
.reg .f32 %f<140>; .reg .f64 %e<140>;
"""
TARGETS = [("sm_90a", "9.0", "h200"), ("sm_100a", "9.0", "b200"), ("sm_120a", "9.0", "rtx5090"),
           ("sm_75", "6.3", "h200")]


def constraints(section):
    """Of operands, one after the other; a macro in their place stands for a pointer's."""
    section = re.sub(r"//[^\n]*", "", section)
    while re.search(r"\([^()]*\)", section):
        section = re.sub(r"\([^()]*\)", "", section)
    found = [re.search(r'"([^"]*)"', one) for one in section.split(",") if one.strip()]
    return [match[1].strip("=+&") if match else "l" for match in found]


def sections(text, at):
    """What lies between the colons of an asm statement, from behind its opening bracket on."""
    depth, quoted, parts = 1, False, [""]
    while at < len(text):
        c = text[at]
        if c == "\\" and quoted:
            at += 1
            c += text[at:at + 1]
        elif c == '"':
            quoted = not quoted
        elif not quoted:
            depth += {"(": 1, ")": -1}.get(c, 0)
        if depth == 0:
            break
        if c == ":" and depth == 1 and not quoted:
            parts.append("")
        else:
            parts[-1] += c
        at += 1
    return parts


def statements(path):
    """(template, constraints) of each asm in a file."""
    text = re.sub(r"/\*.*?\*/", " ", open(path, errors="replace").read(), flags=re.S)
    text = re.sub(r"^\s*//.*$", "", text, flags=re.M).replace("\\\n", "\n")
    for start in re.finditer(r"\basm\s*(?:volatile|__volatile__)?\s*\(", text):
        parts = sections(text, start.end())
        literals = re.findall(r'"((?:[^"\\]|\\.)*)"', parts[0])
        if not literals or re.sub(r'"(?:[^"\\]|\\.)*"|\s', "", parts[0]):
            continue  # made of macros
        template = "".join(literals).replace("\\n", "\n").replace("\\t", " ").replace('\\"', '"')
        yield template, [c for part in parts[1:3] for c in constraints(part)]


def instance(template, constraints):
    """PTX with registers for the operands; None where constraints are none of PTX."""
    used, names = collections.Counter(), []
    numbers = {"cp.async": "16", "::generic": "128", ".bulk": "0"}
    number = next((value for word, value in numbers.items() if word in template), "1")
    for c in constraints:
        if c.isdigit():
            names.append(names[int(c)])
            continue
        if c not in REGISTERS:
            return None
        kind = REGISTERS[c]
        if kind is None:
            names.append(number)
            continue
        used[kind] += 1
        names.append(f"%{kind}{used[kind]}")

    def name(match):
        return "%" if match[0] == "%%" else names[int(match[1])] if int(match[1]) < len(names) else match[0]

    text = re.sub(r"%%|%(\d+)", name, template)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"\s+", " ", text).strip().rstrip("; ")
    whole = text.startswith("{") and text.endswith("}")
    return "{ " + text + (" }" if whole else "; }") if text else None


def collect(folders):
    out = {}
    for folder in folders:
        for root, _, files in os.walk(folder):
            for file in files:
                if not re.search(r"\.(h|hpp|cuh|inl)$|^[a-z_]+$", file):
                    continue
                path = os.path.join(root, file)
                for template, constraints in statements(path):
                    text = instance(template, constraints)
                    if text:
                        out.setdefault(text, os.path.relpath(path, folder))
    return out


class Library:
    def __init__(self, path, profile):
        os.environ["CULAB_PROFILE"] = profile
        self.lib = ctypes.CDLL(path)
        context = ctypes.c_void_p()
        if self.lib.cuInit(0) or self.lib.cuCtxCreate_v2(ctypes.byref(context), 0, 0):
            sys.exit("the library does not start")

    def refusal(self, text):
        module, log = ctypes.c_void_p(), ctypes.create_string_buffer(4096)
        options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER and its size
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), 4096)
        if self.lib.cuModuleLoadDataEx(ctypes.byref(module), text.encode() + b"\0", 2, options, values):
            return re.sub(r".*error *: ", "", log.value.decode().split("\n")[0])
        self.lib.cuModuleUnload(module)
        return None


def child(library, target, version, profile, texts):
    """In a process of its own, since a library has one device."""
    read, write = os.pipe()
    if os.fork() == 0:
        device = Library(library, profile)
        with os.fdopen(write, "w") as out:
            for i, text in enumerate(texts):
                why = device.refusal(HEAD.format(target=target, version=version) + text + "\nret;\n}\n")
                if why:
                    out.write(f"{i} {why}\n")
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as lines:
        answers = [line.rstrip("\n").partition(" ") for line in lines]
    os.wait()
    return {int(i): why for i, _, why in answers}


def main():
    ptxas, library, *folders = sys.argv[1:]
    if not ptxas or not os.path.exists(ptxas) or not all(map(os.path.isdir, folders)):
        sys.exit(77)
    found = collect(folders)
    texts = [t for t in found if not LEFT_OUT.search(t)]
    left, bad, taken = texts, 0, 0
    for target, version, profile in TARGETS:
        refused = forms.refused(ptxas, target, left, HEAD.format(target=target, version=version))
        good = [t for i, t in enumerate(left) if i not in refused]
        taken += len(good)
        for i, why in child(library, target, version, profile, good).items():
            print(f"{target}: {good[i][:300]}\n    {why}   ({found[good[i]]})")
            bad += 1
        left = [left[i] for i in refused]
    for text in left:
        if os.environ.get("HEADERS_SHOW"):
            print("no target:", text[:200])
    print(f"{len(found)} statements, {len(found) - len(texts)} left out, {taken} that ptxas takes, {bad} refused by us")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
