"""Which of the recorded figures the simulator's must equal, and where the machine code does something else than the PTX
says: so much that the figure differs, and why."""
import re

# Instructions are PTX's here and the machine's there; these figures are of the accesses, which are the same.
COMPARED = re.compile(r"l1tex__t_(requests|sectors)_|l1tex__data_(pipe_lsu_wavefronts|bank_conflicts)_\w*_op_|"
                      r"smsp__inst_executed_op_shared|smsp__sass_branch_targets")

# (kernels, figures, reason)
DIFFERS = [
    ("divergent", "smsp__sass_branch_targets",
     "the branches of a switch are put in another order, and the last of them falls through"),
]


def compared(launch, recorded):
    """{ figure: value } of a recording's launch that must be equal."""
    apart = [figures for kernels, figures, _ in DIFFERS if re.fullmatch(kernels, launch[0])]
    return {name: value for name, value in recorded.items()
            if COMPARED.match(name) and not any(re.match(figures, name) for figures in apart)}
