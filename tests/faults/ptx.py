"""PTX that is no PTX, through culab run: an error with its line, never a dead worker."""
from faults import ROOT, expect, finish, need, run

need("sim")
HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
ENTRY = HEAD + ".visible .entry k()\n{\n%s\n\tret;\n}\n"
HUGE = "18446744073709551615"


def look(what, text, line=None, good=False):
    status, document = run(text, name="k.ptx")
    launch = document["launch"]
    told = launch["error"] + " ".join(d["text"] for d in document["compile"]["diagnostics"])
    expect(f"{what}: exit status {status}", (status == 0) == good and status != 3 or
           "cannot be loaded" in told, document)
    for word in ("the worker", "SIG", "killed", "exited"):
        expect(f"{what}: the worker died", word not in told, told)
    expect(f"{what}: no line {line}", line is None or f"{line}:" in told or f"line {line}" in told, told)


look("right", ENTRY % "", good=True)
for what, body, line in (
        ("an unknown instruction", "\tfrobnicate.u32 %r1, %r2;", 6),
        ("an undeclared register", "\tmov.u32 %r1, 1;", 6),
        ("a missing operand", "\t.reg .b32 %r<4>;\n\tadd.u32 %r1, %r2;", 7),
        ("a register of another width", "\t.reg .b64 %d<4>;\n\tadd.u32 %d1, %d1, %d1;", 7),
        ("a branch to nowhere", "\tbra $nowhere;", 6),
        ("a call of nothing", "\tcall nothing, ();", 6),
        ("a number out of range", f"\t.reg .b32 %r<4>;\n\tmov.u32 %r1, {HUGE}0;", 7),
        ("a wrapped count of registers", f"\t.reg .b32 %r<{HUGE}>;", 6),
        ("a wrapped array", f"\t.local .b8 a[{HUGE}];", None),
        ("a wrapped product", "\t.shared .b64 a[4294967296][4294967296];", 6),
        ("a negative size", "\t.local .b8 a[-1];", None),
        ("a string that does not end", "\t.loc 1 1 1, function_name \"x", None),
        ("a comment that does not end", "\t/* x", None),
        ("no brace", "\t{ {", None),
        ("nested scopes", "{" * 100000 + "}" * 100000, None),
        ("an operand nested", "\t.reg .b32 %r<4>;\n\tmov.u32 %r1, " + "(" * 100000 + "1" + ")" * 100000 + ";", None)):
    look(what, ENTRY % body, line)
for what, text, line in (
        ("nothing", "", None), ("no version", ".target sm_80\n", None),
        ("a version of the future", HEAD.replace("8.0", "99.9") + ".entry k() { ret; }\n", 1),
        ("32-bit addresses", ".version 8.0\n.target sm_80\n.address_size 32\n.entry k() { ret; }\n", None),
        ("bytes", "".join(chr(i) for i in range(1, 128)) * 40, None),
        ("a cyclic initialiser", HEAD + ".global .u64 a = b;\n.global .u64 b = a;\n.entry k() { ret; }\n", None),
        ("an initialiser too long", HEAD + ".global .u32 a[2] = {1, 2, 3};\n.entry k() { ret; }\n", 4),
        ("an initialiser of nothing", HEAD + ".global .u64 a = nothing;\n.entry k() { ret; }\n", 4),
        ("a wrapped global", HEAD + f".global .b8 a[{HUGE}];\n.entry k() {{ ret; }}\n", None),
        ("two of a name", HEAD + ".entry k() { ret; }\n.entry k() { ret; }\n", 5),
        ("a line of file 9", HEAD + ".entry k() {\n.loc 9 1 1\nret; }\n", None)):
    status, document = run(text, name="k.ptx")
    told = str(document["launch"]["error"]) + str(document["compile"])
    for word in ("the worker", "SIG", "killed"):
        expect(f"{what}: the worker died", word not in told, told)
    expect(f"{what}: no line {line}", line is None or f"line {line}" in told or f"{line}:" in told
           or f"'line': {line}" in told, told)

# A real one, cut off after each of its first lines, and with each line's bytes spoilt.
LINES = (ROOT / "kernels/ready/03-vector-add/solution.ptx").read_text().splitlines(True)
for i in range(0, len(LINES), 3):
    for text in ("".join(LINES[:i]), "".join(LINES[:i]) + LINES[i].replace(",", ";;", 1)
                 .replace("%", "$", 1) + "".join(LINES[i + 1:])):
        status, document = run(text, name="k.ptx")
        told = str(document["launch"]["error"])
        expect(f"cut or spoilt at {i}", status != 0 and "the worker" not in told, document["launch"])
finish()
