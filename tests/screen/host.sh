#!/bin/bash
# A host exercise: the finding on its line, the program's output and calls, both files, a mistake in
# each, a program that never ends; then it is mended and passes.
. "$(dirname "$0")/lib.sh"
need_nvrtc
export CULAB_ROOT=$(dirname "$(readlink -f "$0")")/host-course

# A new line behind the brace of main.
begin_line() {
    keys C-g
    type 10
    keys Enter End Enter
}

start 120 40
see 'Double on the device'
keys Enter
see 'Mend the copy.'
keys F4
see 'host.c 1/2'
keys F5
see_on_line '22 ✗' 'OK(cuMemcpyHtoD(d, x, n));'
see 'only 100 of the 400 bytes'
see 'a wrong size'

# What it wrote, and what it called; a row leads to its line.
keys M-7
see 'x[1] is'
see 'the program ended with status 0'
keys M-8
see 'cuInit(Flags 0)'
keys f
type 'Memcpy'
keys Enter
see '2 of 9 calls'
see 'filter: Memcpy'
keys Enter
see '▸host.c 1/2'

# What the device did when; a bar tells what held it up and leads to its line.
keys M-9
see 'copies and kernels overlap: 0 %'
keys Right Right
see 'copy to host, default stream, line 24'
see 'began when kernel twice, default stream, line 23 had ended'
see_on_line 'copy to host, default stream, line 24: 400 bytes' ' us at 0.0'
see_on_line '· waits' 'bold: critical '
resize 80 24
see_on_line 'copies and kernels overlap: 0 %' 'ms, simulated'
see_on_line '· waits' 'bold: critical'
resize 140 40
see 'bold: the critical path'
resize 120 40
keys + + -
keys M-8 Enter
see '▸host.c 1/2'

# The kernel is the other file; a mistake there is told there.
keys F12
see 'kernel.cu 2/2'
see '__global__ void twice'
keys C-Home Down Down End Enter
type 'int j = k;'
see '└ error: identifier "k" is undefined'
keys C-k F12
see 'host.c 1/2'
see_not 'is undefined'

# A mistake in the program, in the C compiler's words.
begin_line
type 'int j = k;'
see_on_line '11 ✗' 'int j = k;'
see 'undeclared'
keys C-k
see_not 'undeclared'
see 'a wrong size' # that run is over: "running" is the next one's

# A program that never ends is stopped by a key, and the lab goes on.
begin_line
type 'for (volatile int i = 0;; i++) ;'
see 'running'
keys Escape
see 'stopped'
keys C-k
see 'a wrong size'

# Mended.
keys C-g
type '22'
keys Enter End Left Left Left
type ' * sizeof *x'
see 'OK(cuMemcpyHtoD(d, x, n * sizeof *x));'
see '✓ all 2 cases pass'
keys C-s
until_true saved_holds 01-double '__global__ void twice' || fail 'the kernel is not saved'
keys C-q
see 'ended with 0'
exit 0
