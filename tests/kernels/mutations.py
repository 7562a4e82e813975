"""Learners' mistakes, one at a time: where in a right kernel or host program each could be made.

`mutants(source, host)` gives them all. The text is not parsed but read by its layout, which is that of this repository."""
import collections
import dataclasses
import re

# What an atomic function becomes where somebody thinks that reading, changing and writing is one step. The text goes in front
# of the kernel without a line of its own, so that the lines keep their numbers.
PLAIN = ("template <class T, class U> __device__ T plain_Add(T *p, U v) { T o = *p; *p = o + v; return o; } "
         "template <class T, class U> __device__ T plain_Sub(T *p, U v) { T o = *p; *p = o - v; return o; } "
         "template <class T, class U> __device__ T plain_Max(T *p, U v) { T o = *p; *p = o > v ? o : v; return o; } "
         "template <class T, class U> __device__ T plain_Min(T *p, U v) { T o = *p; *p = o < v ? o : v; return o; } "
         "template <class T, class U> __device__ T plain_Or(T *p, U v) { T o = *p; *p = o | v; return o; } "
         "template <class T, class U> __device__ T plain_And(T *p, U v) { T o = *p; *p = o & v; return o; } "
         "template <class T, class U> __device__ T plain_Xor(T *p, U v) { T o = *p; *p = o ^ v; return o; } "
         "template <class T, class U> __device__ T plain_Exch(T *p, U v) { T o = *p; *p = v; return o; } "
         "template <class T, class U, class V> __device__ T plain_CAS(T *p, U c, V v) "
         "{ T o = *p; if (o == c) *p = v; return o; } ")
BARRIER = r"__syncthreads\(\)|__syncwarp\([^()]*\)|__threadfence\w*\(\)|[\w.]+\.(?:sync|arrive_and_wait|barrier_wait)\(\)"
CONTROL = re.compile(r"(?:if|while|for|switch)\s*(?:constexpr\s*)?(?=\()|else\b|do\b|(?:case\b[^:?]*|default):(?!:)")
DECLARATION = re.compile(r"(?:(?:const|static|volatile|extern|constexpr|register|auto|typedef|using|struct|enum|template|__\w+__)\b"
                         r"|[A-Za-z_][\w:]*(?:<[^;=()]*>)?(?:\s+[A-Za-z_][\w:]*)*[\s*&]+[A-Za-z_]\w*\s*(?:[=\[;,({]|$))")


@dataclasses.dataclass(frozen=True)
class Mutant:
    operator: str
    line: int
    before: str  # the line as it was
    after: str   # and as it is now
    nth: int     # which of those in the text that read the same: 1, 2, ...
    source: str


def masked(text):
    """The text with comments, strings and preprocessor lines as blanks: same length, same lines."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL | re.MULTILINE)


def closing(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i + 1
    return len(text)


def statement_end(mask, at):
    """The end of the simple statement at `at`, and whether it is one (and not the head of a function or struct)."""
    i = at
    while i < len(mask):
        if mask[i] in "([":
            i = closing(mask, i)
            continue
        if mask[i] == "{":
            before = mask[at:i].rstrip()
            if before.endswith(("=", ",", "return")) or (re.search(r"\w$", before) and "=" in before):
                i = closing(mask, i)
                continue
            return i + 1, False
        if mask[i] == "}":
            return i + 1, False
        if mask[i] == ";":
            return i + 1, True
        i += 1
    return len(mask), False


def statements(mask):
    """[(begin, end)]: simple statements, declarations among them, ended by a semicolon."""
    found, i = [], 0
    while i < len(mask):
        if mask[i].isspace() or mask[i] in "{};":
            i += 1
            continue
        control = CONTROL.match(mask, i)
        if control:
            i = closing(mask, control.end()) if mask[control.end():control.end() + 1] == "(" else control.end()
            continue
        end, simple = statement_end(mask, i)
        if simple:
            found.append((i, end))
        i = end
    return found


def arguments(mask, opening):
    """[(begin, end)] of the arguments in the parentheses that open at `opening`."""
    found, depth, begin = [], 0, opening + 1
    for i in range(opening, len(mask)):
        depth += (mask[i] in "([{") - (mask[i] in ")]}")
        if depth == 0 or (depth == 1 and mask[i] == ","):
            found.append((begin, i))
            begin = i + 1
        if depth == 0:
            break
    return found


class Site:
    """One text, and the edits thought of so far: (operator, [(begin, end, new text)])."""

    def __init__(self, text):
        self.text, self.mask = text, masked(text)
        head = re.match(r"(?:(?://[^\n]*)?\n)*", text)
        self.begin = head.end()
        self.edits = []
        self.statements = [s for s in statements(self.mask) if s[0] >= self.begin]

    def add(self, operator, *edits):
        if all(begin >= self.begin for begin, _, _ in edits) and any(self.text[b:e] != new for b, e, new in edits):
            self.edits.append((operator, sorted(edits)))

    def each(self, operator, pattern, new, raw=False):
        """One mutant for each place of the pattern; `new` as for re.sub."""
        for found in re.finditer(pattern, self.text if raw else self.mask):
            if found.start() >= self.begin:
                text = self.text[found.start():found.end()]
                changed = new(found) if callable(new) else found.expand(new)
                if changed is not None and changed != text:
                    self.add(operator, (found.start(), found.end(), changed))

    def of(self, span):
        return self.text[span[0]:span[1]]

    def calls(self, pattern):
        """(match, [argument spans]) of the calls of what the pattern names."""
        for found in re.finditer(r"\b(?:" + pattern + r")\(", self.mask):
            if found.start() >= self.begin:
                yield found, arguments(self.mask, found.end() - 1)


def is_declaration(text):
    return bool(DECLARATION.match(text)) and not re.match(r"(?:return|delete|break|continue|goto)\b", text)


def shorter(number):
    return str(int(number, 0) - 1)


def mutate_conditions(site):
    for was, new in ((" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
                     (" && ", " || "), (" || ", " && ")):
        site.each(f"{was.strip()} is {new.strip()}", re.escape(was), new)
    for found in re.finditer(r"\bif\s*\(", site.mask):
        end = closing(site.mask, found.end() - 1)
        condition = site.text[found.end():end - 1]
        site.add("check dropped", (found.end(), end - 1, "1"))
        for sign in (" && ", " || "):
            if sign in condition and "(" not in condition:
                left, right = condition.split(sign, 1)
                site.add("half of a check dropped", (found.end(), end - 1, left))
                site.add("half of a check dropped", (found.end(), end - 1, right))
    site.each("choice dropped", r"(?<=[=(,] )[\w\]\[.+\-& ]+ (?:<|>|<=|>=|==|!=) [\w\]\[.+\-& ]+ \? ([^?:;]+) : [^?:;,)]+", r"\1")
    site.each("jump dropped", r"\b(?:return|break|continue);", ";")


def mutate_indices(site):
    for found in re.finditer(r"(?<=[\w\])])\[", site.mask):
        end = closing(site.mask, found.start())
        inner = site.text[found.end():end - 1]
        line = site.mask[site.mask.rfind("\n", 0, found.start()) + 1:found.start()]
        if "__shared__" in line or "__constant__" in line or not inner.strip():
            continue
        for step in ("+ 1", "- 1"):
            site.add("index off by one", (found.end(), end - 1, f"{inner} {step}"))
    site.each("number off by one", r"(?<![\w.\]])(\d+)(?![\w.])", lambda m: str(int(m[1]) + 1))
    site.each("number off by one", r"(?<![\w.\]])([1-9]\d*)(?![\w.])", lambda m: shorter(m[1]))
    site.each("half the number", r"(?<![\w.\]])(\d*[02468])(?![\w.])", lambda m: str(int(m[1]) // 2) if int(m[1]) > 2 else None)


def mutate_threads(site):
    built_in = r"\b(threadIdx|blockIdx|blockDim|gridDim)\.([xyz])\b"
    swapped = {"x": "y", "y": "x", "z": "x"}
    other = {"threadIdx": "blockIdx", "blockIdx": "threadIdx", "blockDim": "gridDim", "gridDim": "blockDim"}
    site.each("x for y", built_in, lambda m: f"{m[1]}.{swapped[m[2]]}")
    site.each("block for grid", built_in, lambda m: f"{other[m[1]]}.{m[2]}")
    site.each("number in the block for that in the grid", r"blockIdx\.([xyz]) \* [\w.]+ \+ ", "")
    site.each("number of the block left out", r"blockIdx\.([xyz]) \* ", "")
    site.each("x for y", r"(?<=[\[(])([\w.]+)\]\[([\w.]+)(?=\])", r"\2][\1")


def mutate_arithmetic(site):
    for was, new in ((" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "), (" % ", " / "), (" << ", " >> "),
                     (" >> ", " << "), (" & ", " | "), (" | ", " & "), (" ^ ", " | "), (" += ", " = "), (" += ", " -= "),
                     (" -= ", " += "), (" /= ", " -= "), (" *= ", " += "), (" >>= ", " -= "), (" <<= ", " += ")):
        site.each(f"{was.strip()} is {new.strip()}", re.escape(was), new)
    site.each("++ is --", r"\+\+", "--")
    site.each("++ is --", r"(?<!-)--(?!-)", "++")
    site.each("rounded down", r"\((\w+) \+ [\w.]+(?: - 1)?\) / ", r"\1 / ")
    site.each("divided too early", r"([\w.]+) \* ([\w.]+) / ([\w.]+)", r"\1 / \3 * \2")
    site.each("wrong stride", r" \+= ([\w.]+ \* [\w.]+)", lambda m: " += " + m[1].split(" * ")[0])
    site.each("wrong stride", r" \+= ((?:blockDim|gridDim)\.\w+|[A-Z_]{2,}|\d+)(?=\))", " += 1")
    site.each("wrong start", r"= ([\w.]+) / 2;", r"= \1;")
    site.each("wrong start", r"= ([\w.]+) >> 1;", r"= \1;")


def mutate_types(site):
    site.each("int for unsigned", r"\bunsigned(?: int)?\b(?! (?:char|short|long))(?=[ ]\w+[ ]=)", "int")
    site.each("int for long", r"\b(?:unsigned )?long long(?: int)?(?= \w+ =)|\b(?:size_t|u?int64_t)(?= \w+ =)", "int")
    site.each("int for long", r"\((?:unsigned )?long long\)|\((?:size_t|u?int64_t)\)", "(int)")
    site.each("float for double", r"\bdouble(?= \w+ =)", "float")
    site.each("int for float", r"\bfloat(?= \w+ =)", "int")


def mutate_order(site):
    """Barriers, fences, scopes."""
    site.each("volatile dropped", r"(?<!asm )\bvolatile ", "")
    site.each("fence too narrow", r"__threadfence(?:_system)?\(\)", "__threadfence_block()")
    site.each("scope too narrow", r"\b(atomic(?:Add|Sub|Max|Min|Or|And|Xor|Exch|CAS))(?:_system)?\(", r"\1_block(")
    site.each("scope too narrow", r"thread_scope_(?:device|system)", "thread_scope_block")
    site.each("scope too narrow", r"\.(?:gpu|sys)\b", ".cta", raw=True)
    site.each("order too weak", r"memory_order_(?:acquire|release|acq_rel|seq_cst)", "memory_order_relaxed")
    site.each("order too weak", r"\.(?:acquire|release|acq_rel)\b", ".relaxed", raw=True)
    site.each("order too weak", r"st\.release|ld\.acquire", lambda m: m[0][:2] + ".relaxed", raw=True)
    for found, given in site.calls(r"atomic(?:Add|Sub|Max|Min|Or|And|Xor|Exch|CAS)(?:_block|_system)?"):
        kind = re.match(r"atomic([A-Z][a-z]+|CAS)", found[0])[1]
        site.add("no atomic", (site.begin, site.begin, PLAIN), (found.start(), found.end(), f"plain_{kind}("))
    for begin, end in site.statements:
        if not re.fullmatch(BARRIER, site.mask[begin:end - 1]):
            continue
        call = site.of((begin, end))
        site.add("barrier in a branch", (begin, end, f"if (threadIdx.x < 16) {call}"))
        site.add("return before the barrier", (begin, end, f"if (threadIdx.x >= 16) return; {call}"))
        nearest = site.statements.index((begin, end))
        for step in (-1, 1):
            if 0 <= nearest + step < len(site.statements):
                b, e = site.statements[nearest + step]
                if not is_declaration(site.of((b, e))) and not re.match(r"return\b", site.of((b, e))):
                    site.add("barrier too early" if step < 0 else "barrier too late",
                             (begin, end, site.of((b, e))), (b, e, call))


def mutate_statements(site):
    for begin, end in site.statements:
        text = site.of((begin, end))
        if is_declaration(text):
            for found in re.finditer(r"(?<=\w) = (?:-?[\d.]+[fFuUlL]*|\{\}|\{0\}|\w*INFINITY)(?=[,;])", site.mask[begin:end]):
                if "const" not in text.split("=")[0]:
                    site.add("not initialised", (begin + found.start(), begin + found.end(), ""))
        elif not re.match(r"(?:return|break|continue|goto)\b", text):
            what = "barrier dropped" if re.match(BARRIER, text) else "statement dropped"
            site.add(what, (begin, end, ";" + "\n" * text.count("\n")))
    site.each("launch bounds dropped", r"__launch_bounds__\([^()]*\)", "")


def mutate_shared(site):
    for found in re.finditer(r"__shared__[^;]*;", site.mask):
        for size in re.finditer(r"\[([^\]]+)\]", found[0]):
            begin, end = found.start() + size.start(1), found.start() + size.end(1)
            for less in ("- 1", "/ 2"):
                site.add("shared array too small", (begin, end, f"({site.text[begin:end]}) {less}"))
        for padding in re.finditer(r" \+ 1(?=\])", found[0]):
            site.add("padding dropped", (found.start() + padding.start(), found.start() + padding.end(), ""))


def mutate_warps(site):
    site.each("mask too small", r"\b0xffffffffu?\b|\bFULL\w*\b|\b~0u\b", "0xffff")
    site.each("mask of one lane", r"\b0xffffffffu?\b|\b~0u\b", "1")
    site.each("mask of who is here", r"\b0xffffffffu?\b|\b~0u\b", "__activemask()")
    site.each("wrong shuffle", r"__shfl_down_sync", "__shfl_up_sync")
    site.each("wrong shuffle", r"__shfl_up_sync", "__shfl_down_sync")
    site.each("wrong shuffle", r"__shfl_xor_sync", "__shfl_down_sync")
    site.each("wrong vote", r"__any_sync", "__all_sync")
    site.each("wrong vote", r"__all_sync", "__any_sync")
    for _, given in site.calls(r"__shfl\w*_sync"):
        if len(given) == 3:
            site.add("wrong width", (given[2][1], given[2][1], ", 16"))
        elif len(given) == 4:
            site.add("wrong width", (given[2][1], given[3][1], ""))


def mutate_bounds(site):
    """An early return in front of the first barrier, as people write the check."""
    barrier = re.search(BARRIER, site.mask[site.begin:])
    number = re.search(r"\bint (\w+) = [^;]*threadIdx[^;]*;", site.mask[site.begin:])
    count = re.search(r"__global__[^{]*\bint (n)\b", site.mask[site.begin:])
    if barrier and number and count and number.end() < barrier.start():
        at = site.begin + number.end()
        site.add("return before the barrier", (at, at, f" if ({number[1]} >= n) return;"))


def mutate_host(site):
    for begin, end in site.statements:
        text = site.of((begin, end))
        if is_declaration(text) or re.match(r"return\b", text):
            continue
        site.add("statement dropped", (begin, end, ";" + "\n" * text.count("\n")))
        site.add("statement twice", (begin, end, text + " " + text))
        nearest = site.statements.index((begin, end))
        if nearest + 1 < len(site.statements):
            b, e = site.statements[nearest + 1]
            if not is_declaration(site.of((b, e))) and not re.match(r"return\b", site.of((b, e))):
                site.add("statements swapped", (begin, end, site.of((b, e))), (b, e, text))
    site.each("wrong direction", r"HostToDevice", "DeviceToHost")
    site.each("wrong direction", r"DeviceToHost", "HostToDevice")
    site.each("wrong direction", r"HtoD", "DtoH")
    site.each("wrong direction", r"DtoH", "HtoD")
    for found, given in site.calls(r"cu\w*Mem(?:cpy|Alloc|set|alloc)\w*|cudaMalloc\w*|malloc|culab_(?:fill|result)"):
        sizes = [g for g in given if re.search(r"bytes|size|part", site.of(g))]
        for begin, end in sizes:
            size = site.of((begin, end)).strip()
            for new in (f"{size} - 4", f"{size} / 4", f"({size}) + 4", "n"):
                site.add("wrong size", (begin, end, " " + new))
        if "cpy" in found[0] and len(given) >= 3:
            site.add("source for destination", (*given[0], site.of(given[1]).strip()), (*given[1], " " + site.of(given[0])))
    site.each("stream for stream", r"(?<=, )(copies|work|left|right|stream|streams\[\w+\])(?=\))", "0")
    for one, two in (("copies", "work"), ("left", "right"), ("filled", "emptied"), ("x_there", "b_there"), ("now", "next"),
                     ("begin", "end"), ("d_in", "d_out"), ("d_x", "d_y"), ("in", "out")):
        site.each("name for name", rf"(?<![\w\"]){one}(?![\w\"])", two)
        site.each("name for name", rf"(?<![\w\"]){two}(?![\w\"])", one)
    site.each("waits for nothing", r"\bcudaMemcpyAsync\(((?:[^()]|\([^()]*\))*), \w+\)", r"cudaMemcpy(\1)")
    site.each("goes on at once", r"\bcudaMemcpy\(((?:[^()]|\([^()]*\))*)\)", r"cudaMemcpyAsync(\1, 0)")
    site.each("goes on at once", r"\bcu(Memcpy(?:HtoD|DtoH))\(((?:[^()]|\([^()]*\))*)\)", r"cu\1Async(\2, 0)")
    site.each("pageable memory", r"cudaMallocHost\(&(\w+), (\w+)\)", r"!(\1 = malloc(\2))")


FOR_KERNELS = (mutate_conditions, mutate_indices, mutate_threads, mutate_arithmetic, mutate_types, mutate_order,
               mutate_statements, mutate_shared, mutate_warps, mutate_bounds)
FOR_HOSTS = (mutate_conditions, mutate_indices, mutate_arithmetic, mutate_host)


def apply(text, edits):
    for begin, end, new in reversed(edits):
        text = text[:begin] + new + text[end:]
    return text


def mutants(text, host=False):
    """All mutants of a text, each once, in the order of its lines."""
    site = Site(text)
    for one in FOR_HOSTS if host else FOR_KERNELS:
        one(site)
    found, seen, alike = [], {text}, collections.Counter()
    for operator, edits in sorted(site.edits, key=lambda e: (e[1][-1][0], e[0])):
        source = apply(text, edits)
        if source in seen:
            continue
        seen.add(source)
        line = text.count("\n", 0, edits[-1][0] if edits[0][2] == PLAIN else edits[0][0]) + 1
        before, after = text.split("\n")[line - 1].strip(), source.split("\n")[line - 1].strip().replace(PLAIN, "")
        alike[operator, before, after] += 1
        found.append(Mutant(operator, line, before, after, alike[operator, before, after], source))
    return found
