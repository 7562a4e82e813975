/* Filling a script's buffers and comparing what came out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

static unsigned char *element(const Buffer *buffer, uint64_t i)
{
    return (unsigned char *)(uintptr_t)buffer->address + i * buffer->bytes;
}

/* The bits that an expression's value has as an element of the buffer. */
static uint64_t bits_of(const Buffer *buffer, const char *text, uint64_t i)
{
    bool is_float = buffer->type[0] == 'f';
    bool real = expression_is_real(text);
    uint64_t bits = 0;
    if (!is_float)
        return (uint64_t)expression_integer(text, (int64_t)i);
    double value =
        real ? expression_real(text, (double)i) : (double)expression_integer(text, (int64_t)i);
    float narrow = (float)value;
    if (buffer->bytes == 4)
        memcpy(&bits, &narrow, sizeof(narrow));
    else
        memcpy(&bits, &value, sizeof(value));
    return bits;
}

void buffers_place(Script *script, SimMemory *memory)
{
    for (size_t b = 0; b < script->buffers.size; b++) {
        Buffer *buffer = &script->buffers.data[b];
        buffer->address =
            sim_memory_alloc(memory, buffer->count * buffer->bytes, 0, SIM_ALLOC_DEVICE, 0, NULL);
        for (uint64_t i = 0; i < buffer->count; i++) {
            uint64_t bits = bits_of(buffer, buffer->fill, i);
            memcpy(element(buffer, i), &bits, buffer->bytes);
        }
    }
}

void buffers_release(Script *script, SimMemory *memory)
{
    for (size_t b = 0; b < script->buffers.size; b++)
        sim_memory_release(memory, script->buffers.data[b].address);
}

static const Buffer *find_buffer(const Script *script, const char *name, size_t size)
{
    for (size_t b = 0; b < script->buffers.size; b++) {
        const Buffer *buffer = &script->buffers.data[b];
        if (strlen(buffer->name) == size && strncmp(buffer->name, name, size) == 0)
            return buffer;
    }
    return NULL;
}

bool params_fill(const Script *script, const PtxFunction *kernel, unsigned char *params)
{
    if (script->args.size != kernel->param_count)
        return false;
    for (uint32_t i = 0; i < kernel->param_count; i++) {
        const PtxSymbol *param = kernel->params[i];
        const char *text = script->args.data[i];
        const Buffer *buffer = find_buffer(script, text, strcspn(text, "+ "));
        const char *plus = strchr(text, '+');
        Buffer scalar = {.bytes = param->size};
        scalar.type[0] = ptx_type_kind(param->type) == PTX_KIND_FLOAT ? 'f' : 'u';
        const ScriptTexture *texture = texture_find(script, text);
        uint64_t bits = texture  ? texture->handle
                        : buffer ? buffer->address + (plus ? strtoull(plus + 1, NULL, 0) : 0)
                                 : bits_of(&scalar, text, 0);
        if (param->size > sizeof(bits))
            return false;
        memcpy(params + param->offset, &bits, param->size);
    }
    return true;
}

static void show(const Buffer *buffer, uint64_t bits, char *out, size_t size)
{
    float narrow;
    double wide;
    memcpy(&narrow, &bits, sizeof(narrow));
    memcpy(&wide, &bits, sizeof(wide));
    if (buffer->type[0] == 'f')
        snprintf(out, size, "%.9g", buffer->bytes == 4 ? (double)narrow : wide);
    else
        snprintf(out, size, "%lld (0x%llx)", (long long)bits, (unsigned long long)bits);
}

static int compare(const Script *script, const Expectation *expectation, const Buffer *buffer,
                   uint64_t i, const char *text)
{
    uint64_t got = 0, wanted = bits_of(buffer, text, i);
    memcpy(&got, element(buffer, i), buffer->bytes);
    if (buffer->bytes < 8)
        wanted &= (UINT64_C(1) << 8 * buffer->bytes) - 1;
    if (got == wanted)
        return 0;
    char a[64], b[64];
    show(buffer, wanted, a, sizeof(a));
    show(buffer, got, b, sizeof(b));
    printf("%s:%d: %s[%llu]: expected %s, got %s\n", script->path, expectation->line, buffer->name,
           (unsigned long long)i, a, b);
    return 1;
}

static int check_values(const Script *script, const Expectation *expectation, const Buffer *buffer)
{
    char text[512];
    int bad = 0;
    snprintf(text, sizeof(text), "%s", expectation->text);
    uint64_t i = expectation->from;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " "), i++) {
        if (i >= buffer->count) {
            printf("%s:%d: more values than elements\n", script->path, expectation->line);
            return 1;
        }
        bad += compare(script, expectation, buffer, i, word);
    }
    return bad;
}

static int check_expectation(const Script *script, const Expectation *expectation)
{
    const Buffer *buffer = find_buffer(script, expectation->buffer, strlen(expectation->buffer));
    if (!buffer || (!expectation->whole && expectation->to >= buffer->count)) {
        printf("%s:%d: no such buffer or element\n", script->path, expectation->line);
        return 1;
    }
    if (expectation->listed)
        return check_values(script, expectation, buffer);
    uint64_t to = expectation->whole ? buffer->count - 1 : expectation->to;
    int bad = 0;
    for (uint64_t i = expectation->from; i <= to && bad < 5; i++)
        bad += compare(script, expectation, buffer, i, expectation->text);
    return bad;
}

static const char *const statuses[] = {"done", "fault", "deadlock", "budget", "stopped", "memory"};
static const char *const faults[] = {"none", "address", "misaligned", "space",       "pc",
                                     "trap", "assert",  "stack",      "instruction", "launch"};

static int check_words(const Script *script, const char *what, const char *wanted, const char *got)
{
    if (strcmp(wanted, got) == 0)
        return 0;
    printf("%s: %s: expected %s, got %s\n", script->path, what, wanted, got);
    return 1;
}

static int check_findings(const Script *script, const Record *record)
{
    int bad = 0;
    for (size_t i = 0; i < script->findings.size; i++) {
        bool found = false;
        for (size_t k = 0; k < record->findings.size; k++)
            found |= strstr(record->findings.data[k], script->findings.data[i]) != NULL;
        if (!found)
            printf("%s: no finding holds \"%s\"\n", script->path, script->findings.data[i]);
        bad += !found;
    }
    if (script->no_finding && record->findings.size) {
        printf("%s: a finding where none is due\n", script->path);
        bad++;
    }
    for (size_t k = 0; bad && k < record->findings.size; k++)
        printf("  finding: %s\n", record->findings.data[k]);
    return bad;
}

static int check_prints(const Script *script, const Record *record)
{
    int bad = 0;
    if (!script->checks_prints)
        return 0;
    if (record->prints.size != script->prints.size) {
        printf("%s: expected %zu printed records, got %zu\n", script->path, script->prints.size,
               record->prints.size);
        bad++;
    }
    for (size_t i = 0; i < record->prints.size && i < script->prints.size; i++) {
        const PrintLine *wanted = &script->prints.data[i], *got = &record->prints.data[i];
        if (wanted->block == got->block && wanted->thread == got->thread &&
            strcmp(wanted->text, got->text) == 0)
            continue;
        printf("%s:%d: expected %u:%u \"%s\", got %u:%u \"%s\"\n", script->path, wanted->line,
               wanted->block, wanted->thread, wanted->text, got->block, got->thread, got->text);
        bad++;
    }
    return bad;
}

int script_check(const Script *script, const EngineResult *result, const Record *record,
                 const char *variant)
{
    int bad = check_words(script, "status", script->status, statuses[result->status]);
    if (script->fault[0])
        bad += check_words(script, "fault", script->fault, faults[result->fault]);
    if (result->prints_lost != script->lost) {
        printf("%s: %llu printed records lost\n", script->path,
               (unsigned long long)result->prints_lost);
        bad++;
    }
    for (size_t i = 0; i < script->expectations.size; i++)
        bad += check_expectation(script, &script->expectations.data[i]);
    bad += check_prints(script, record);
    bad += check_findings(script, record);
    if (bad)
        printf("%s: %d differences in the %s run\n", script->path, bad, variant);
    return bad;
}
