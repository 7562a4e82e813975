/* The verdict of one exercise: from what was asked, what was sent and what came back. */
#ifndef CULAB_CHECK_CHECK_H
#define CULAB_CHECK_CHECK_H

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

/* One case of an exercise, or a `culab run`, ready to launch. */
typedef struct PreparedCase {
    const CaseSpec *spec; /* NULL for `culab run` */
    char *kernel;
    Dim3 grid, block;
    uint64_t shared;
    PreparedArgument *arguments;
    size_t argument_count;
} PreparedCase;

/* Evaluates shapes and generates data. */
bool case_prepare(const Exercise *exercise, size_t index, PreparedCase *out, Error *error);
void prepared_case_free(PreparedCase *prepared);
/* Fills `bytes` (count elements) by the generator; deterministic everywhere. */
bool generator_fill(const Generator *generator, const char *folder, ElementType type,
                    uint64_t count, unsigned char *bytes, Error *error);

/* The argument forms of `culab run --arg` (docs/run.md): "i32=5", "in:f32[1000]=random:7",
 * "out:f32[1000]>file". `save_to` (freed by the caller) is the file after '>', or NULL. */
bool argument_parse(const char *text, PreparedArgument *out, char **save_to, Error *error);

/* Expected buffers of a case: one for each argument, NULL for scalars and plain inputs. Computed by
 * the lesson's reference.c in a process of its own; the compiled reference is cached by content. */
typedef struct Reference {
    unsigned char **expected; /* [argument_count] */
    size_t count;
} Reference;
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

typedef enum CaseVerdict { CASE_PASS, CASE_FAIL, CASE_TROUBLE, CASE_PENDING } CaseVerdict;

typedef struct CaseResult {
    const CaseSpec *spec;
    CaseVerdict verdict;
    RunResult run;
    PreparedCase prepared; /* what was sent: the diff shows its inputs */
    Reference reference;
    VEC(Comparison) comparisons;
    VEC(char *) reasons;   /* short names as in MistakeSpec.reason; empty on pass */
    VEC(char *) sentences; /* one for each reason, for the learner */
} CaseResult;

typedef struct GateResult {
    const GateSpec *spec;
    bool missing; /* no such figure came back: the gate is not passed */
    bool passed;
    double value;
} GateResult;

typedef struct Verdict {
    CaseVerdict verdict;
    VEC(CaseResult) cases;
    VEC(GateResult) gates;
    const MistakeSpec *mistake; /* a known one was recognised by its reason; NULL: none */
    char *headline;             /* the one line at the bottom of the screen */
} Verdict;

/* Judges one case from its run; `compile_ok` runs only. Takes over `run`, `prepared`, `reference`.
 * `prints`: the records of this case. */
void case_judge(const Exercise *exercise, RunResult *run, PreparedCase *prepared,
                Reference *reference, const PrintRecord *prints, size_t print_count,
                CaseResult *out);
/* Sums up when all cases are judged (or compiling failed: `compile`). */
void verdict_finish(const Exercise *exercise, const CompileResult *compile, Verdict *verdict);
void verdict_free(Verdict *verdict);

#endif
