/* The keys of lesson.yml. A key is a row here, a member of schema.h and what is made of it. */
#include "lesson/schema.h"

#include "lesson/lesson.h"
#include "result/result.h"

#define ANY CYAML_UNLIMITED
#define TEXT(key, type, member) \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, type, member, 1, ANY)
#define OPTIONAL_TEXT(key, type, member) \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, type, member, 1, ANY)
#define WORD(key, needed, type, member, words)                               \
    CYAML_FIELD_ENUM(key, CYAML_FLAG_STRICT | (needed), type, member, words, \
                     sizeof(words) / sizeof *(words))
/* A list with its count beside it, of at least `least` entries. */
#define LIST(key_, type, items_member, count_member, item_type, item_schema, least)        \
    {                                                                                      \
        .key = (key_), .data_offset = offsetof(type, items_member),                        \
        .count_offset = offsetof(type, count_member),                                      \
        .count_size = sizeof(((type *)NULL)->count_member), .value = {                     \
            CYAML_VALUE_SEQUENCE(CYAML_FLAG_POINTER | ((least) ? 0 : CYAML_FLAG_OPTIONAL), \
                                 item_type, item_schema, least, ANY)                       \
        }                                                                                  \
    }
#define TEXTS(key, type, member, least) \
    LIST(key, type, member.items, member.count, char *, &text_schema, least)

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, ANY)};

static const cyaml_strval_t kinds[] = {
    {"predict", EXERCISE_PREDICT},   {"fix", EXERCISE_FIX},         {"write", EXERCISE_WRITE},
    {"optimise", EXERCISE_OPTIMISE}, {"arrange", EXERCISE_ARRANGE}, {"host", EXERCISE_HOST}};
static const cyaml_strval_t types[] = {
    {"i8", ELEMENT_I8},   {"u8", ELEMENT_U8},   {"i16", ELEMENT_I16}, {"u16", ELEMENT_U16},
    {"i32", ELEMENT_I32}, {"u32", ELEMENT_U32}, {"i64", ELEMENT_I64}, {"u64", ELEMENT_U64},
    {"f16", ELEMENT_F16}, {"f32", ELEMENT_F32}, {"f64", ELEMENT_F64}};
static const cyaml_strval_t roles[] = {{"in", ROLE_IN}, {"out", ROLE_OUT}, {"inout", ROLE_INOUT}};
static const cyaml_strval_t switches[] = {{"yes", 1}, {"no", 0}, {"true", 1}, {"false", 0}};

static const cyaml_schema_field_t argument_fields[] = {
    TEXT("name", RawArgument, name),
    WORD("type", 0, RawArgument, type, types),
    WORD("role", CYAML_FLAG_OPTIONAL, RawArgument, role, roles),
    OPTIONAL_TEXT("shape", RawArgument, shape),
    OPTIONAL_TEXT("fill", RawArgument, fill),
    OPTIONAL_TEXT("value", RawArgument, value),
    CYAML_FIELD_END};
static const cyaml_schema_value_t argument_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, RawArgument, argument_fields)};

static const cyaml_schema_field_t case_fields[] = {
    TEXT("name", RawCase, name), OPTIONAL_TEXT("set", RawCase, set),
    WORD("hidden", CYAML_FLAG_OPTIONAL, RawCase, hidden, switches), CYAML_FIELD_END};
static const cyaml_schema_value_t case_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, RawCase, case_fields)};

static const cyaml_schema_field_t gate_fields[] = {
    TEXT("metric", RawGate, metric),        TEXT("label", RawGate, label),
    OPTIONAL_TEXT("ideal", RawGate, ideal), OPTIONAL_TEXT("limit", RawGate, limit),
    OPTIONAL_TEXT("least", RawGate, least), CYAML_FIELD_END};
static const cyaml_schema_value_t gate_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, RawGate, gate_fields)};

static const cyaml_schema_field_t measure_fields[] = {
    TEXT("name", RawMeasure, name), TEXT("metric", RawMeasure, metric),
    TEXT("tolerance", RawMeasure, tolerance), CYAML_FIELD_END};
static const cyaml_schema_value_t measure_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, RawMeasure, measure_fields)};

static const cyaml_schema_field_t mistake_fields[] = {TEXT("name", RawMistake, name),
                                                      TEXT("reason", RawMistake, reason),
                                                      TEXTS("has", RawMistake, has, 0),
                                                      TEXTS("lacks", RawMistake, lacks, 0),
                                                      TEXT("explanation", RawMistake, explanation),
                                                      CYAML_FIELD_END};
static const cyaml_schema_value_t mistake_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, RawMistake, mistake_fields)};

static const cyaml_schema_field_t print_fields[] = {
    TEXTS("lines", RawPrint, lines, 1), OPTIONAL_TEXT("repeat", RawPrint, repeat),
    OPTIONAL_TEXT("when", RawPrint, when), CYAML_FIELD_END};

static const cyaml_schema_field_t question_fields[] = {
    TEXT("text", RawQuestion, text), TEXTS("choices", RawQuestion, choices, 2),
    TEXT("answer", RawQuestion, answer), TEXT("explanation", RawQuestion, explanation),
    CYAML_FIELD_END};

static const cyaml_schema_field_t exercise_fields[] = {
    TEXT("id", RawExercise, id),
    TEXT("title", RawExercise, title),
    WORD("kind", 0, RawExercise, kind, kinds),
    TEXT("task", RawExercise, task),
    CYAML_FIELD_MAPPING_PTR("question", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, RawExercise,
                            question, question_fields),
    TEXT("kernel", RawExercise, kernel),
    OPTIONAL_TEXT("grid", RawExercise, grid),
    OPTIONAL_TEXT("block", RawExercise, block),
    OPTIONAL_TEXT("shared", RawExercise, shared),
    LIST("arguments", RawExercise, arguments, argument_count, RawArgument, &argument_schema, 0),
    LIST("cases", RawExercise, cases, case_count, RawCase, &case_schema, 1),
    OPTIONAL_TEXT("reference", RawExercise, reference),
    OPTIONAL_TEXT("tolerance", RawExercise, tolerance),
    CYAML_FIELD_MAPPING_PTR("print", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, RawExercise, print,
                            print_fields),
    LIST("gates", RawExercise, gates, gate_count, RawGate, &gate_schema, 0),
    LIST("measures", RawExercise, measures, measure_count, RawMeasure, &measure_schema, 0),
    TEXTS("notes", RawExercise, notes, 0),
    TEXTS("fails", RawExercise, fails, 0),
    TEXTS("hints", RawExercise, hints, 0),
    LIST("mistakes", RawExercise, mistakes, mistake_count, RawMistake, &mistake_schema, 0),
    CYAML_FIELD_END};
static const cyaml_schema_value_t exercise_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, RawExercise, exercise_fields)};

static const cyaml_schema_field_t lesson_fields[] = {
    TEXT("title", RawLesson, title),
    TEXT("part", RawLesson, part),
    TEXT("objective", RawLesson, objective),
    TEXTS("needs", RawLesson, needs, 0),
    LIST("exercises", RawLesson, exercises, exercise_count, RawExercise, &exercise_schema, 1),
    CYAML_FIELD_END};
const cyaml_schema_value_t lesson_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, RawLesson, lesson_fields)};
