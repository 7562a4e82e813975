"""Which of the recorded figures the simulator's must equal, and where the machine does something else than the PTX says:
so much that the figure differs, and why."""
import re

# Instructions are PTX's here and the machine's there; these figures are of the accesses and branches.
COMPARED = re.compile(r"l1tex__t_(requests|sectors)_\w*_op_(ld|st|atom|red)\.|"
                      r"l1tex__data_(pipe_lsu_wavefronts|bank_conflicts)_\w*_op_(ld|st|atom)\.|"
                      r"smsp__inst_executed_op_shared|smsp__sass_branch_targets")

# (kernels and their n, figures, reason)
DIFFERS = [
    (r"(red|atom)_\w+ (1000|20000)", r"l1tex__t_sectors_\w*_op_(red|atom)",
     "where a warp's lanes go to more than 16 lines of 128 bytes, the hardware counts some sectors that two lanes share "
     "twice; at most 1 % more here"),
    (r"(one_)?shared_(add_)?(f32|f64|u64) \d+", r"",
     "shared memory has no such atomic: it is a loop of load and compare-and-swap, whose rounds depend on when the block's "
     "other warps come between"),
    (r"one_(shared_add_used|atom|atom_odd_lanes) 0", r"smsp__sass_branch_targets",
     "the machine asks with a branch whether all lanes are there, and adds up within the warp only then"),
    (r"(steps_\w+|one_thread) \d+", r"smsp__sass_branch_targets",
     "the loop is unrolled, with branches of its own for the rest"),
]


def compared(key, recorded):
    """{ figure: value } of a recording's launch that must be equal."""
    apart = [figures for kernels, figures, _ in DIFFERS if re.match(kernels + " ", key)]
    return {name: value for name, value in recorded.items()
            if COMPARED.match(name) and not any(re.match(figures, name) for figures in apart)}
