/* A test of the simulator as text: PTX with directives in comments.
 *
 *   //@ kernel NAME            which entry to launch; without it the first one
 *   //@ grid X[,Y[,Z]]         1 without it; the same for: block
 *   //@ cluster X[,Y[,Z]]      blocks of a cluster; none without it
 *   //@ shared BYTES           dynamic shared memory
 *   //@ buffer NAME TYPE[N] EXPRESSION    device memory; the expression's i is the element's index
 *   //@ arg VALUE              one for each parameter, in order: a number, or a buffer's name,
 *                              which may be followed by +BYTES
 *   //@ texture NAME BUFFER SHAPE TYPE CHANNELS W,H,D WORD...     an object made of a buffer, for
 * arg; shapes: linear 1d 2d 3d a1d a2d cube acube; types as below and f16; words: wrap clamp mirror
 * border filtered normalised integer surface seamless
 *   //@ expect NAME EXPRESSION        every element of the buffer after the launch
 *   //@ expect NAME[A..B] EXPRESSION  elements A to B
 *   //@ values NAME[A] V V V ...      elements from A on
 *   //@ status done|fault|deadlock|budget     done without it
 *   //@ fault address|misaligned|space|pc|trap|assert|stack|instruction
 *   //@ finding TEXT           some finding's rule and text hold it ("rule: text")
 *   //@ nofinding              no finding at all is told
 *   //@ print X TEXT           the next record: of thread X of block 0 (X is x, or b:x), with \n
 *   //@ lost N                 records lost; print_limit N, budget N, seed N: of the launch
 *   //@ cooperative            all blocks resident
 *   //@ error TEXT             the module is refused, and the message holds it
 *   //@ fixed                  the result may depend on the schedule: no run with another seed
 *
 * Types: u8 s8 u16 s16 u32 s32 u64 s64 f32 f64. Every script is run in the plain variant, in the
 * observed one, and (unless fixed) with a seed, and must give the same each time. */
#ifndef TESTS_SIM_SCRIPT_H
#define TESTS_SIM_SCRIPT_H

#include "base/vec.h"
#include "sim/engine/engine.h"

typedef struct Buffer {
    char name[32], type[8];
    uint64_t count, bytes, address;
    char fill[256];
} Buffer;

typedef struct ScriptTexture {
    char name[32], buffer[32];
    SimTexture texture;
    uint64_t handle;
} ScriptTexture;

typedef struct Expectation {
    char buffer[32];
    uint64_t from, to;
    bool whole;
    char text[512]; /* an expression, or values when `listed` */
    bool listed;
    int line;
} Expectation;

typedef struct PrintLine {
    uint32_t block, thread;
    char text[256];
    int line;
} PrintLine;

typedef struct Script {
    const char *path;
    char kernel[128];
    SimDim grid, block, cluster;
    uint64_t shared, budget, seed, print_limit, lost;
    bool cooperative, fixed, no_finding, checks_prints;
    VEC(Buffer) buffers;
    VEC(ScriptTexture) textures;
    VEC(char *) args;
    VEC(Expectation) expectations;
    VEC(PrintLine) prints;
    VEC(char *) findings;
    char status[16], fault[16], error[256];
} Script;

/* Ends the program with a message on a directive that it doesn't understand. */
void script_parse(Script *script, const char *path, View text);
void script_free(Script *script);

/* What a launch told. */
typedef struct Record {
    VEC(char *) findings;
    VEC(PrintLine) prints;
} Record;
void record_clear(Record *record);

/* Puts the buffers into memory and fills them. */
void buffers_place(Script *script, SimMemory *memory);
void buffers_release(Script *script, SimMemory *memory);
/* False: the directive can't be read. */
bool texture_parse(const char *text, ScriptTexture *out);
/* NULL: the script has none. To be freed by the caller. */
SimTextures *textures_place(Script *script);
const ScriptTexture *texture_find(const Script *script, const char *name); /* NULL: no such */
bool params_fill(const Script *script, const PtxFunction *kernel, unsigned char *params);
/* Compares everything; prints what differs. Returns the number of differences. */
int script_check(const Script *script, const EngineResult *result, const Record *record,
                 const char *variant);

/* Value of an expression in i: numbers, + - * / % << >> & | ^ ~, comparisons, ?:, (). Without a
 * point it is counted in 64-bit integers, else in doubles. */
bool expression_is_real(const char *text);
int64_t expression_integer(const char *text, int64_t i);
double expression_real(const char *text, double i);

#endif
