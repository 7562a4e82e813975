"""Whatever way a source asks for a file of the host: nothing of it comes through, not even whether
it is there."""
import os

from faults import FOLDER, expect, finish, need, run, write

need("nvrtc", "sim")
P = write("secret.h", "int secret_of_the_host = SECRET_VALUE;\n#error secret text\n")
os.symlink(P, FOLDER / "link.h")
UP = "../" * 20 + P[1:]
ASKED = "\n#error it is there\n#endif"
SOURCES = {
    "absolute": f'#include "{P}"',
    "absolute in brackets": f"#include <{P}>",
    "beside the source": '#include "secret.h"',
    "a link beside the source": '#include "link.h"',
    "upwards": f"#include <{UP}>",
    "upwards from a header": f'#include "cuda/{UP}"',
    "by macro": f'#define H "{P}"\n#include H',
    "by macro with brackets": f"#define H <{P}>\n#include H",
    "include_next": f'#include_next "{P}"',
    "import": f'#import "{P}"',
    "import of a module": f'import "{P}";',
    "embed": f'const unsigned char a[] = {{\n#embed "{P}"\n}};',
    "joined lines": f'#inc\\\nlude "{P}"',
    "joined lines with blanks": f'#inc\\ \nlude "{P}"',
    "digraph": f'%:include "{P}"',
    "trigraph": f'??=include "{P}"',
    "trigraph at the end": f'#inc??/\nlude "{P}"',
    "comments": f'/*a*/#/*b*/include/*c*/"{P}"',
    "home": '#include "~/secret.h"',
    "proc": '#include "/proc/self/environ"',
    "password file": "#include </etc/passwd>",
    "pragma": f'_Pragma("include \\"{P}\\"")',
    "alias": f'#pragma include_alias("cuda.h", "{P}")\n#include "cuda.h"',
    "raw string over lines": f'auto s = R"a\n(\n#include "{P}"\n//)a\n"',
    "raw string with a long mark": f'auto s = R"aaaaaaaaaaaaaaaaaaaa(\n#include "{P}"\n//)"',
    "raw string with a blank": f'R"a b(\n#include "{P}"\n//)a b"',
    "raw string left out": f'#if 0\nR"(\n#endif\n#include "{P}"\n//)"',
    "raw string in a directive": f'#define X R"(\n#include "{P}"\n//)"',
    "raw string in a comment": f'// R"(\n#include "{P}"\n//)"',
    "raw string that is none": f'int xR"(\n#include "{P}"\n//)"',
    "universal name": f'int \\u0052"(\n#include "{P}"\n//)"',
    "quote left out": f'#if 0\n" /*\n#endif\n#include "{P}"\n// */',
    "apostrophe left out": f"#if 0\nit's /*\n#endif\n#include \"{P}\"\n// */",
    "apostrophe in an error": f"#error it's /*\n#include \"{P}\"\n// */",
    "apostrophe in a number": f"int a = 0x1'/*;\n#include \"{P}\"\n// */",
    "carriage return": f'// x\r#include "{P}"',
    "form feed": f'\f#include "{P}"',
    "inline PTX": f'__device__ void f() {{ asm(".include \\"{P}\\""); }}',
    "has_include": f'#if __has_include("{P}"){ASKED}',
    "has_include by macro": f'#define H "{P}"\n#if __has_include(H){ASKED}',
    "has_include under a name": f'#define H __has_include\n#if H("{P}"){ASKED}',
    "has_include through a macro": f'#define D(x) x\n#if D(__has_include)("{P}"){ASKED}',
    "has_include put together": f'#define J(a, b) a##b\n#if J(__has_, include)("{P}"){ASKED}',
    "has_include_next": f'#if __has_include_next("{P}"){ASKED}',
}
for what, text in SOURCES.items():
    status, document = run(text + "\n__global__ void k() {}\n")
    told = str(document)
    for word in ("SECRET_VALUE", "secret text", "it is there", "root:"):
        expect(f"{what} lets through \"{word}\"", word not in told.replace(text, ""),
               document["compile"])

# What may be included still can be.
for name in ("cstdio", "cstdint", "cooperative_groups.h", "math.h"):
    status, document = run(f"#ifdef __has_include\n#if __has_include(<{name}>)\n#include <{name}>\n"
                           "#endif\n#endif\n__global__ void k() {}\n")
    expect(f"<{name}>", status == 0, document["compile"])
finish()
