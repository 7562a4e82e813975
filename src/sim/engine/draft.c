/* Lines of memory that a span of blocks has read and written, and the reductions that it made. */
#include "sim/engine/draft.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_SHIFT = 7,
    SLOT_SHIFT = 13,
    SLOT_COUNT = 1 << SLOT_SHIFT,
    TOGETHER_SHIFT = 3, /* neighbouring lines with neighbouring slots */
    CHUNK_LINES = 256,
    CHUNKS = DRAFT_LINES / CHUNK_LINES,
    ROOM = 128, /* lines that one instruction may touch: two for each of four parts of 32 lanes */
};
_Static_assert(1 << LINE_SHIFT == DRAFT_LINE, "lines are aligned to their size");
_Static_assert(SLOT_COUNT >= 2 * DRAFT_LINES, "half of the slots stay empty");

typedef struct ByteSet {
    uint64_t word[2];
} ByteSet;

typedef struct Line {
    uint64_t address;
    ByteSet read, written;
    uint32_t seen;    /* 1 + index of the copy as it was in memory; 0: not fetched */
    uint32_t reduces; /* somewhere in it */
    _Alignas(16) unsigned char bytes[DRAFT_LINE];
} Line;

typedef struct Slot {
    uint32_t tag;
    uint16_t round; /* of the draft when it was filled; another one: empty */
    uint16_t line;
} Slot;

typedef struct Copy {
    _Alignas(16) unsigned char bytes[DRAFT_LINE];
} Copy;

typedef struct Reduction {
    uint64_t address;
    DraftReduce reduce;
    unsigned char operands[DRAFT_OPERANDS];
} Reduction;

struct Draft {
    Slot slots[SLOT_COUNT];
    uint16_t round;
    uint32_t line_count, copy_count, reduction_count, reduction_capacity;
    Line *last; /* touched */
    Line *lines[CHUNKS];
    Copy *copies[CHUNKS];
    Reduction *reductions;
};

Draft *draft_new(void)
{
    Draft *draft = calloc(1, sizeof(*draft));
    if (draft)
        draft->round = 1;
    return draft;
}

void draft_free(Draft *draft)
{
    for (uint32_t i = 0; draft && i < CHUNKS; i++) {
        free(draft->lines[i]);
        free(draft->copies[i]);
    }
    if (draft)
        free(draft->reductions);
    free(draft);
}

void draft_clear(Draft *draft)
{
    draft->line_count = draft->copy_count = draft->reduction_count = 0;
    draft->last = NULL;
    if (++draft->round == 0) {
        memset(draft->slots, 0, sizeof(draft->slots));
        draft->round = 1;
    }
}

bool draft_has_room(const Draft *draft)
{
    return draft->line_count + ROOM <= DRAFT_LINES &&
           draft->reduction_count + ROOM <= DRAFT_REDUCTIONS;
}

static Line *line_at(const Draft *draft, uint32_t index)
{
    return &draft->lines[index / CHUNK_LINES][index % CHUNK_LINES];
}

static Line *line_new(Draft *draft, uint64_t address)
{
    uint32_t index = draft->line_count;
    if (index == DRAFT_LINES)
        return NULL;
    Line **chunk = &draft->lines[index / CHUNK_LINES];
    if (!*chunk)
        *chunk = aligned_alloc(_Alignof(Line), CHUNK_LINES * sizeof(Line));
    if (!*chunk)
        return NULL;
    Line *line = line_at(draft, index);
    line->address = address;
    line->read = line->written = (ByteSet){{0, 0}};
    line->seen = line->reduces = 0;
    draft->line_count++;
    return line;
}

/* The first slot to be looked at. Runs of neighbours are short, and each begins somewhere: were
 * they long, two buffers whose slots overlap would have each line of one looked for behind all of
 * the other's. */
static uint32_t slot_of(uint32_t tag)
{
    const uint32_t mixed = (tag >> TOGETHER_SHIFT) * UINT32_C(0x9e3779b1);
    const uint32_t run = mixed >> (32 - SLOT_SHIFT + TOGETHER_SHIFT);
    return run << TOGETHER_SHIFT | ((tag ^ mixed >> 16) & ((1 << TOGETHER_SHIFT) - 1));
}

/* The line of the address, a new one if need be. */
static Line *find(Draft *draft, uint64_t address)
{
    const uint64_t number = address >> LINE_SHIFT;
    const uint32_t tag = (uint32_t)number;
    for (uint32_t at = slot_of(tag);; at = (at + 1) & (SLOT_COUNT - 1)) {
        Slot *slot = &draft->slots[at];
        if (slot->round != draft->round) {
            Line *line = line_new(draft, number << LINE_SHIFT);
            if (line)
                *slot = (Slot){tag, draft->round, (uint16_t)(draft->line_count - 1)};
            return line;
        }
        if (slot->tag == tag && line_at(draft, slot->line)->address == number << LINE_SHIFT)
            return line_at(draft, slot->line);
    }
}

static inline Line *line_of(Draft *draft, uint64_t address)
{
    if (!draft->last || (address ^ draft->last->address) >> LINE_SHIFT)
        draft->last = find(draft, address);
    return draft->last;
}

static inline ByteSet bytes_of(uint64_t address, uint32_t bytes)
{
    const uint32_t from = address & (DRAFT_LINE - 1);
    unsigned __int128 set =
        bytes < DRAFT_LINE ? ((unsigned __int128)1 << bytes) - 1 : ~(unsigned __int128)0;
    set <<= from;
    return (ByteSet){{(uint64_t)set, (uint64_t)(set >> 64)}};
}

/* Other threads may write the line meanwhile: what comes of it is found out in draft_is_good(). */
__attribute__((no_sanitize("thread", "address"))) static void copy_line(unsigned char *to,
                                                                        uint64_t address)
{
    const volatile uint64_t *from = (const volatile uint64_t *)(uintptr_t)address;
    uint64_t *words = (uint64_t *)(void *)to;
    for (uint32_t i = 0; i < DRAFT_LINE / 8; i++)
        words[i] = from[i];
}

/* Completes the line with what memory holds where nothing has been written. */
static bool fetch(Draft *draft, Line *line)
{
    uint32_t index = draft->copy_count;
    Copy **chunk = &draft->copies[index / CHUNK_LINES];
    if (!*chunk)
        *chunk = aligned_alloc(_Alignof(Copy), CHUNK_LINES * sizeof(Copy));
    if (!*chunk)
        return false;
    unsigned char *seen = (*chunk)[index % CHUNK_LINES].bytes;
    copy_line(seen, line->address);
    if (!(line->written.word[0] | line->written.word[1])) {
        memcpy(line->bytes, seen, DRAFT_LINE);
    } else {
        for (uint32_t i = 0; i < DRAFT_LINE; i++)
            if (!(line->written.word[i / 64] >> i % 64 & 1))
                line->bytes[i] = seen[i];
    }
    draft->copy_count++;
    line->seen = index + 1;
    return true;
}

unsigned char *draft_read(Draft *draft, uint64_t address, uint32_t bytes)
{
    Line *line = line_of(draft, address);
    if (!line || line->reduces)
        return NULL;
    const ByteSet set = bytes_of(address, bytes);
    const uint64_t low = set.word[0] & ~line->written.word[0];
    const uint64_t high = set.word[1] & ~line->written.word[1];
    if (low | high) {
        if (!line->seen && !fetch(draft, line))
            return NULL;
        line->read.word[0] |= low;
        line->read.word[1] |= high;
    }
    return line->bytes + (address & (DRAFT_LINE - 1));
}

unsigned char *draft_write(Draft *draft, uint64_t address, uint32_t bytes)
{
    Line *line = line_of(draft, address);
    if (!line || line->reduces)
        return NULL;
    const ByteSet set = bytes_of(address, bytes);
    line->written.word[0] |= set.word[0];
    line->written.word[1] |= set.word[1];
    return line->bytes + (address & (DRAFT_LINE - 1));
}

static bool reductions_grow(Draft *draft)
{
    uint32_t capacity = draft->reduction_capacity ? draft->reduction_capacity * 4 : 1024;
    Reduction *grown = realloc(draft->reductions, capacity * sizeof(*grown));
    if (!grown)
        return false;
    draft->reductions = grown;
    draft->reduction_capacity = capacity;
    return true;
}

bool draft_reduce(Draft *draft, uint64_t address, uint32_t bytes, DraftReduce reduce,
                  const void *operands)
{
    Line *line = line_of(draft, address);
    const ByteSet set = bytes_of(address, bytes);
    if (!line || set.word[0] & (line->read.word[0] | line->written.word[0]) ||
        set.word[1] & (line->read.word[1] | line->written.word[1]))
        return false;
    if (draft->reduction_count == draft->reduction_capacity && !reductions_grow(draft))
        return false;
    Reduction *reduction = &draft->reductions[draft->reduction_count++];
    reduction->address = address;
    reduction->reduce = reduce;
    memcpy(reduction->operands, operands, DRAFT_OPERANDS);
    line->reduces = 1;
    return true;
}

static bool line_is_good(const Draft *draft, const Line *line)
{
    Copy now;
    copy_line(now.bytes, line->address);
    const uint32_t index = line->seen - 1;
    const unsigned char *seen = draft->copies[index / CHUNK_LINES][index % CHUNK_LINES].bytes;
    if (memcmp(now.bytes, seen, DRAFT_LINE) == 0)
        return true;
    for (uint32_t i = 0; i < DRAFT_LINE; i++)
        if (line->read.word[i / 64] >> i % 64 & 1 && now.bytes[i] != seen[i])
            return false;
    return true;
}

bool draft_is_good(const Draft *draft)
{
    for (uint32_t i = 0; draft->copy_count && i < draft->line_count; i++) {
        const Line *line = line_at(draft, i);
        if (line->seen && !line_is_good(draft, line))
            return false;
    }
    return true;
}

/* The runs of written bytes of half a line. */
static void apply_half(const Line *line, uint32_t half)
{
    unsigned char *to = (unsigned char *)(uintptr_t)line->address + half * 64;
    const unsigned char *from = line->bytes + half * 64;
    uint64_t left = line->written.word[half];
    if (left == UINT64_MAX) {
        memcpy(to, from, 64);
        return;
    }
    while (left) {
        uint32_t begin = (uint32_t)__builtin_ctzll(left);
        uint64_t rest = ~(left >> begin);
        uint32_t size = rest ? (uint32_t)__builtin_ctzll(rest) : 64;
        memcpy(to + begin, from + begin, size);
        left = begin + size < 64 ? left >> (begin + size) << (begin + size) : 0;
    }
}

void draft_apply(Draft *draft)
{
    for (uint32_t i = 0; i < draft->line_count; i++) {
        apply_half(line_at(draft, i), 0);
        apply_half(line_at(draft, i), 1);
    }
    for (uint32_t i = 0; i < draft->reduction_count; i++) {
        const Reduction *reduction = &draft->reductions[i];
        reduction->reduce((unsigned char *)(uintptr_t)reduction->address, reduction->operands);
    }
    draft_clear(draft);
}
