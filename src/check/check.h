/* The verdict of one exercise: from what was asked, what was sent and what came back. */
#ifndef CULAB_CHECK_CHECK_H
#define CULAB_CHECK_CHECK_H

#include "check/explain.h"
#include "lesson/lesson.h"
#include "result/result.h"

/* One argument ready to be sent to the worker. */
typedef struct PreparedArgument {
    char *name;
    bool is_buffer;
    ElementType type;
    BufferRole role;
    uint64_t count; /* elements */
    uint64_t shape[3];
    unsigned char scalar[8]; /* value, little-endian, element_bytes(type) of them */
    unsigned char *bytes;    /* in, inout: input data; out: NULL (the worker poisons) */
} PreparedArgument;

/* A number that a host program can ask for. */
typedef struct CaseNumber {
    char *name;
    int64_t integer;
    double real;
} CaseNumber;

/* Bytes of one buffer, at most. */
#define BUFFER_LIMIT (UINT64_C(1) << 32)

/* One case of an exercise, or a `culab run`, ready to launch. */
typedef struct PreparedCase {
    const CaseSpec *spec; /* NULL for `culab run` */
    char *kernel;
    Dim3 grid, block;
    uint64_t shared;
    PreparedArgument *arguments;
    size_t argument_count;
    bool host;           /* a host program is run, which asks for data by name: the arguments ... */
    CaseNumber *numbers; /* ... and these: its scalars, and the case's variables */
    size_t number_count;
} PreparedCase;

/* Evaluates shapes and generates data. False: nothing is left to free. */
bool case_prepare(const Exercise *exercise, size_t index, PreparedCase *out, Error *error);
void prepared_case_free(PreparedCase *prepared);
void prepared_argument_free(PreparedArgument *argument);
/* Fills `bytes` (count elements) by the generator; deterministic everywhere: random element i is
 * made of seed and i alone (generator.c says how), so that a value can be told without the others.
 * `folder`: where the generator's file lies. */
bool generator_fill(const Generator *generator, const char *folder, ElementType type,
                    uint64_t count, unsigned char *bytes, Error *error);

/* The argument forms of `culab run --arg` (docs/run.md): "i32=5", "in:f32[1000]=random:7",
 * "out:f32[1000]>file"; shapes are [n], [WIDTHxHEIGHT], [WIDTHxHEIGHTxDEPTH]; data are =ramp,
 * =ramp:START,STEP, =random:SEED, =random:SEED,FROM,TO, =constant:VALUE, =@FILE (raw bytes).
 * `name` becomes the role or the scalar's type. `save_to` (freed by the caller) is the file after
 * '>', or NULL. Free `out` with prepared_argument_free(). */
bool argument_parse(const char *text, PreparedArgument *out, char **save_to, Error *error);

/* Expected buffers of a case: one for each argument, NULL for scalars and plain inputs. Computed by
 * the lesson's reference.c in a process of its own; the compiled reference is cached by content. */
typedef struct Reference {
    unsigned char **expected; /* [argument_count] */
    size_t count;
} Reference;
/* Blocks while it compiles and runs (some 0.1 s the first time, then a few ms for small data); any
 * thread may call it. Any failure is the lesson's or the machine's fault, and says so. */
bool reference_run(const Exercise *exercise, const PreparedCase *prepared, Reference *out,
                   Error *error);
void reference_free(Reference *reference);

typedef struct Mismatch {
    uint64_t index;    /* element */
    double difference; /* got - expected */
    double ulp;        /* in units in the last place of the expected; NaN for integers */
    unsigned char expected[8], got[8];
    Writer writer; /* filled for the first mismatches, simulator only */
} Mismatch;

enum { MISMATCHES_KEPT = 4096 };

typedef struct Comparison {
    size_t argument; /* index in the case */
    uint64_t count, wrong;
    uint64_t first_wrong;
    unsigned char *wrong_bits; /* one bit an element: for the map and for jumping */
    VEC(Mismatch) mismatches;  /* the first MISMATCHES_KEPT */
} Comparison;

/* Compares whole arrays. NaN never matches. */
void comparison_make(ElementType type, const Tolerance *tolerance, const void *expected,
                     const void *got, uint64_t count, Comparison *out);
void comparison_free(Comparison *comparison);
/* How many numbers of the type lie between the two, and 1; NaN for integers and NaN. */
double element_ulp(ElementType type, const void *expected, const void *got);
typedef VEC(Explanation) Explanations;

typedef enum CaseVerdict { CASE_PASS, CASE_FAIL, CASE_TROUBLE, CASE_PENDING } CaseVerdict;

/* Why a case or an exercise fails, in short names (besides the rules of findings):
 *   compile         NVRTC refused the source, or the kernel is not in it
 *   prediction      no answer to the question, or a wrong one
 *   launch-refused  shape or shared memory over the device's limits
 *   fault deadlock budget stopped   how the launch ended, when no finding says more
 *   wrong-values    an element differs from the reference
 *   not-written     an element still holds the poison
 *   input-changed   the kernel wrote to an input
 *   guard           it wrote just outside a buffer
 *   printf          it did not print what was asked
 *   gate            a count is over its limit, or is missing
 *   trouble         not the learner's fault */
typedef struct CaseResult {
    const CaseSpec *spec;
    CaseVerdict verdict;
    RunResult run;
    PreparedCase prepared; /* what was sent: the diff shows its inputs */
    Reference reference;
    VEC(Comparison) comparisons;
    Explanations explanations; /* where they were asked for */
    VEC(char *) reasons;       /* short names as in MistakeSpec.reason; empty on pass */
    VEC(char *) sentences;     /* one for each reason, for the learner */
} CaseResult;

typedef struct GateResult {
    const GateSpec *spec;
    bool missing; /* no such figure came back: the gate is not passed */
    bool passed;
    bool simulated; /* the value is the simulator's beside a GPU */
    double value;
} GateResult;

typedef struct Verdict {
    CaseVerdict verdict;
    VEC(CaseResult) cases;
    VEC(GateResult) gates;
    VEC(char *) reasons;        /* of all cases, gates, compiling and the prediction, each once */
    VEC(char *) sentences;      /* one for each reason */
    const MistakeSpec *mistake; /* a known one was recognised; NULL: none */
    char *headline;             /* the one line at the bottom of the screen */
} Verdict;

/* Judges one case from its run; `compile_ok` runs only. Takes over `run`, `prepared`, `reference`
 * (NULL where the exercise has none).
 * `prints`: the log's records; those of other runs than `index` are passed over. */
void case_judge(const Exercise *exercise, size_t index, RunResult *run, PreparedCase *prepared,
                Reference *reference, const PrintRecord *prints, size_t print_count,
                CaseResult *out);
/* Makes the sentences about values anew: when the writers of mismatches have become known. */
void case_describe(CaseResult *result);
/* A case that could not be made ready: trouble, in the error's words. */
void case_break(CaseResult *result, const Error *error);
void case_result_free(CaseResult *result);
/* The buffer that came back for an argument of the case; NULL: none did. */
const BufferResult *case_buffer(const CaseResult *result, size_t argument);
/* Whether an entry function of this name was compiled: without it there is nothing to run. */
bool compile_has_kernel(const CompileResult *compile, const char *name);
/* Sums up when all cases are judged (or compiling failed: `compile`). `source` is the learner's:
 * it holds the prediction, and tells known mistakes apart. */
void verdict_finish(const Exercise *exercise, const CompileResult *compile, View source,
                    Verdict *verdict);
void verdict_free(Verdict *verdict);

/* The answer in a line "// prediction: b" of the source: the place of what stands after the colon
 * (blanks trimmed), so that it can be replaced. False: there is no such line. */
bool prediction_find(View source, size_t *from, size_t *to);
int prediction_read(const Exercise *exercise, View source); /* choice, or -1: none */

#endif
