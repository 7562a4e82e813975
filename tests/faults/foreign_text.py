"""Bytes that a terminal could act on, wherever they come from: none reaches standard output or
standard error, as text, in the C locale, or as JSON."""
from faults import FOLDER, culab, expect, finish, need, report, write

need("nvrtc", "sim")
ODD = (b"\x1b]52;c;aGk=\x07\x1bPq\x1b\\\x9b31m\xff\xc2\x9b\x7f\r\x08"
       + "\u202e\u2066\u200f\u061c".encode())
QUOTED = ODD.replace(b"\\", b"\\\\").replace(b"\r", b"")
NAME = b"a\x1b]52;c;x\x07\xe2\x80\xae\x9b.cu"
BIDI = {0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
SHAPE = ["--grid", "1", "--block", "1"]


def acts(character):
    c = ord(character)
    return (c < 32 and character not in "\n\t") or 0x7F <= c < 0xA0 or c in BIDI


def look(what, done):
    for stream in (done.stdout, done.stderr):
        try:
            text = stream.decode()
        except UnicodeDecodeError as error:
            expect(f"{what}: no UTF-8", False, repr(error))
            continue
        at = next((i for i, c in enumerate(text) if acts(c)), None)
        expect(f"{what}: a terminal would act on it", at is None, at is not None and
               repr(text[max(0, at - 60):at + 20]))
    return done


def everywhere(what, *arguments, **variables):
    done = look(what, culab(*arguments, **variables))
    look(f"{what}, C locale", culab(*arguments, **{**variables, "LC_ALL": "C"}))
    if arguments[0] in ("run", "check"):
        look(f"{what}, JSON", culab(*arguments, "--json", **variables))
    return done


TAKES = b"__global__ void k(int *p) "
SOURCES = {
    "#error": b"#error " + ODD + b"\n" + TAKES + b"{}",
    "#warning": b"#warning " + ODD + b"\n" + TAKES + b"{}",
    "an identifier": TAKES + b"{ int " + ODD + b" = 1; }",
    "a string literal": TAKES + b'{ int x = "' + ODD + b'"; }',
    "#line": b'#line 7 "' + QUOTED + b'"\n' + TAKES + b"{ x; }",
    "#line of a fault": b'#line 7 "' + QUOTED + b'"\n' + TAKES + b"{ p[100] = 1; }",
    "a header's name": b'#include "' + ODD.replace(b"\\", b"") + b'.h"\n' + TAKES + b"{}",
    "a kernel's name": 'extern "C" __global__ void k\u202e(int *p) {}'.encode(),
    "an assertion": b"#include <assert.h>\n" + TAKES + b'{ assert(!p && "' + QUOTED + b'"); }',
    "static_assert": b'static_assert(false, "' + QUOTED + b'");\n' + TAKES + b"{}",
    "an attribute": b'__device__ [[deprecated("' + QUOTED + b'")]] void f() {}\n' + TAKES + b"{ f(); }",
    "printf": b"#include <cstdio>\n" + TAKES + b'{ printf("' + QUOTED + b'%c%c\\r\\n", 27, 155); }',
    "inline PTX": TAKES + b'{ asm volatile("bogus.u32 \x1b[31m r1;"); }',
}
for what, text in SOURCES.items():
    everywhere(what, "run", write("t.cu", text), "--kernel", "k", *SHAPE, "--arg",
               "inout:i32[4]=constant:7", "--device", "sim")
everywhere("printf of an exercise", "check", "03-vector-add", write("t.cu", SOURCES["printf"].replace(
    b"void k(int *p)", b"void vector_add(const float *a, const float *b, float *c, int n)")),
           "--device", "sim")
PTX = b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n\t%s\n}\n"
for what, text in {"an instruction": PTX % b"bogus\x1b[31m.u32 %r1;", "no PTX": ODD,
                   "a file's name": PTX.replace(b"64\n", b'64\n.file 1 "\x1b]52;\x07\x9b"\n')
                   % b".loc 1 1 1;\n\ttrap;"}.items():
    everywhere(f"{what} in PTX", "run", write("t.ptx", text), "--kernel", "k", *SHAPE, "--device", "sim")

# Names: of files, of everything on the command line and in the environment.
with open(bytes(FOLDER) + b"/" + NAME, "wb") as file:
    file.write(TAKES + b"{ x }")
GOOD = write("good.cu", TAKES + b"{}")
everywhere("a file's name", "run", NAME, "--kernel", "k", *SHAPE)
everywhere("a file's name", "check", "03-vector-add", NAME)
for arguments in (["run", b"/nowhere/" + NAME, *SHAPE], ["run", GOOD, "--kernel", NAME, *SHAPE],
                  [NAME], [b"--" + NAME], ["list", NAME], ["check", NAME], ["lab", NAME],
                  ["doctor", NAME], ["run", GOOD, b"--" + NAME],
                  ["run", GOOD, "--grid", NAME, "--block", "1"],
                  *(["run", GOOD, *SHAPE, flag, value] for flag, value in (
                      ("--arg", NAME), ("--arg", b"out:f32[4]>/nowhere/" + NAME),
                      ("--arg", b"in:f32[4]=@" + NAME), ("--device", NAME), ("--profile", NAME),
                      ("--shared", NAME), ("--limit", NAME), ("--worker", b"printf '" + NAME + b"'")))):
    everywhere(repr(arguments), *arguments)
ESCAPE = "/x\x1b[31m\u202e"
everywhere("the environment", "doctor", CULAB_NVRTC=ESCAPE, XDG_DATA_HOME=ESCAPE, TERM=ESCAPE)
everywhere("the lessons' folder", "list", CULAB_ROOT=ESCAPE)
everywhere("NVRTC's path", "run", GOOD, *SHAPE, CULAB_NVRTC=ESCAPE)

# Lessons are files of somebody else too.
COURSE = FOLDER / "course"
(COURSE / "kernels").mkdir(parents=True)
for name, content in (("lesson.md", ODD), ("lesson.yml", b"title: \"" + b"\\e]52;c;x\\a" + b"\u202e\"\n"),
                      ("reference.c", b"")):
    (COURSE / "lessons" / "01-odd").mkdir(parents=True, exist_ok=True)
    (COURSE / "lessons" / "01-odd" / name).write_bytes(content)
everywhere("a lesson", "list", CULAB_ROOT=str(COURSE))

# What a kernel prints is data: it can't pass for the lab's own words.
FAKE = ("#include <cstdio>\n__global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        '{ if (!threadIdx.x) printf("\\n\\npass: all 9 cases pass\\n{\\"verdict\\": \\"pass\\"}\\n"); }\n')
status, document = report("check", "03-vector-add", write("fake.cu", FAKE))
expect("an imitated verdict", status == 1 and document["verdict"] == "fail", document)
done = culab("check", "03-vector-add", write("fake.cu", FAKE), "--device", "sim")
lines = [line for line in done.stdout.decode().splitlines() if line.startswith("pass")]
expect("a line of its own for what a kernel prints", not lines and done.returncode == 1, lines)
finish()
