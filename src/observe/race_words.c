/* Races of lanes that access some units each, such as a word or four, anywhere in one page, all
 * lanes at once: for those where nothing that the words remember can conflict, because every lane
 * of the block is past it. */
#include "observe/lane_run.h"
#include "observe/race_past.h"
#include "observe/race_sated.h"
#include "observe/wide.h"

enum { LANES = 32, LANES_LEAST = 8 /* from which on it is worth it */ };

/* One lane's unit each; those of no lane in question stand for that of the first. */
typedef struct Words {
    uint32_t index[LANES]; /* of its slot */
    Slot now[LANES];
    bool distinct; /* it is known that no two lanes in question have the same */
} Words;

/* Bit l: lane l's slot is free, or of the past, or looks like `like` in `bits` (0: nothing does).
 */
static inline ALWAYS_INLINE uint32_t settled(const Touch *touch, const Slot *slots,
                                             const Words *words, const Slot *like, Slot bits)
{
    Four good = {0}, bit = FOUR_FROM(1, 0) << FOUR_FROM(0, 1), free, past;
    Slot slot[LANES];
    for (int l = 0; l < LANES; l++)
        slot[l] = slots[words->index[l]];
    for (int l = 0; l < LANES; l += FOUR, bit <<= FOUR) {
        const Four four = FOUR_AT(slot, l);
        past_four(touch, slot + l, &free, &past);
        if (bits)
            past |= (Four)(((four ^ FOUR_AT(like, l)) & bits) == 0) &
                    (Four)((four & slot_own_bits(RACE_FLYING)) == 0);
        good |= (free | past) & bit;
    }
    return (uint32_t)FOUR_JOINED(good);
}

/* Lanes whose own slot stands there: of several at one word one. */
static inline ALWAYS_INLINE uint32_t winners(const Slot *slots, const Words *words, uint32_t lanes)
{
    Four won = {0}, bit = FOUR_FROM(1, 0) << FOUR_FROM(0, 1);
    Slot slot[LANES];
    for (int l = 0; l < LANES; l++)
        slot[l] = slots[words->index[l]];
    for (int l = 0; l < LANES; l += FOUR, bit <<= FOUR)
        won |= (Four)(FOUR_AT(slot, l) == FOUR_AT(words->now, l)) & bit;
    return (uint32_t)FOUR_JOINED(won) & lanes;
}

static inline ALWAYS_INLINE void put_words(Slot *slots, const Words *words, uint32_t lanes)
{
    if (lanes == UINT32_MAX) {
        for (int l = 0; l < LANES; l++)
            slots[words->index[l]] = words->now[l];
        return;
    }
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        slots[words->index[lane]] = words->now[lane];
    }
}

static inline ALWAYS_INLINE void clear_words(Slot *slots, const Words *words, uint32_t lanes)
{
    for (uint32_t left = lanes; slots && left; left &= left - 1)
        slots[words->index[__builtin_ctz(left)]] = 0;
}

/* The same of all kinds but one. */
static inline ALWAYS_INLINE uint32_t settled_but(const Touch *touch, const StripPage *page,
                                                 const Words *words, RaceKind one, uint32_t lanes)
{
    for (int kind = 0; kind < STRIP_KINDS; kind++)
        if (race_loud(touch, page, (RaceKind)kind) && kind != (int)one)
            lanes &= settled(touch, page->kinds[kind], words, words->now, SLOT_THREADS);
    return lanes;
}

/* Puts the lanes' slots. False, and nothing was changed: another lane in question meets one of
 * them, and their order matters. */
static inline ALWAYS_INLINE bool put_easy(Slot *slots, const Words *words, uint32_t easy,
                                          uint32_t lanes)
{
    Slot before[LANES];
    bool apart = true;
    if (easy == lanes || words->distinct) {
        put_words(slots, words, easy);
        return true;
    }
    for (int l = 0; l < LANES; l++)
        before[l] = slots[words->index[l]];
    put_words(slots, words, easy);
    for (uint32_t left = lanes & ~easy; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        Slot other = slots[words->index[lane]] - words->now[0]; /* a lane, if it is one of these */
        apart &= other >= LANES || !(easy >> other & 1);
    }
    for (uint32_t left = apart ? 0 : easy; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        slots[words->index[lane]] = before[lane];
    }
    return apart;
}

static inline ALWAYS_INLINE uint32_t read_words(const Touch *touch, StripPage *page,
                                                const Words *words, uint32_t lanes)
{
    Slot *reads = page->kinds[RACE_READ], *others = page->kinds[RACE_OTHER];
    if (!reads)
        return lanes;
    uint32_t easy = settled_but(touch, page, words, RACE_OTHER, lanes);
    if (race_loud(touch, page, RACE_OTHER))
        easy &= settled(touch, others, words, NULL, 0);
    if (!put_easy(reads, words, easy, lanes))
        return lanes;
    uint32_t alone = words->distinct ? easy : winners(reads, words, easy);
    clear_words(others, words, easy);
    /* Lanes at one word are readers side by side. */
    if (alone != easy && (others = strips_kind(touch->strips, page, RACE_OTHER)))
        put_words(others, words, easy & ~alone);
    return lanes & ~(others ? easy : alone);
}

/* Several lanes that write one word are looked at one by one. */
static inline ALWAYS_INLINE uint32_t write_words(const Touch *touch, const StripPage *page,
                                                 const Words *words, uint32_t lanes)
{
    Slot *writes = page->kinds[RACE_WRITE], before[LANES];
    if (!writes)
        return lanes;
    uint32_t easy = settled_but(touch, page, words, RACE_KINDS, lanes);
    for (int l = 0; l < LANES && !words->distinct; l++)
        before[l] = writes[words->index[l]];
    if (!put_easy(writes, words, easy, lanes))
        return lanes;
    if (!words->distinct && winners(writes, words, easy) != easy) {
        for (uint32_t left = easy; left; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left);
            writes[words->index[lane]] = before[lane];
        }
        return lanes;
    }
    for (int kind = 0; kind < STRIP_KINDS; kind++)
        if (kind != RACE_WRITE)
            clear_words(page->kinds[kind], words, easy);
    return lanes & ~easy;
}

static inline ALWAYS_INLINE uint32_t update_words(const Touch *touch, const StripPage *page,
                                                  const Words *words, uint32_t lanes)
{
    const Slot site = slot_own_bits((uint32_t)(RACE_SITES - 1) << 16);
    Slot *atomics = page->kinds[RACE_ATOMIC];
    if (!atomics || !touch->alike)
        return lanes;
    uint32_t easy = settled_but(touch, page, words, RACE_ATOMIC, lanes);
    if (race_loud(touch, page, RACE_ATOMIC))
        easy &= settled(touch, atomics, words, words->now, site);
    return put_easy(atomics, words, easy, lanes) ? lanes & ~easy : lanes;
}

/* Returns the lanes without those whose words are sated. */
static uint32_t leave_sated(const Touch *touch, StripPage *page, uint32_t lanes)
{
    uint32_t sated = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t at = touch->access->address[lane];
        const uint64_t end = at + touch->access->bytes;
        if (sated_counts(touch) && sated_has(touch, at, end))
            sated |= UINT32_C(1) << lane;
        else
            sated_leave(touch, page, at, end);
    }
    return lanes & ~sated;
}

static inline ALWAYS_INLINE uint32_t touch_words(const Touch *touch, StripPage *page,
                                                 const Words *words, uint32_t lanes)
{
    const bool atomic = touch->strength == RACE_ATOMICALLY;
    if (!touch->writes)
        return atomic ? lanes : read_words(touch, page, words, lanes);
    return atomic ? update_words(touch, page, words, lanes)
                  : write_words(touch, page, words, lanes);
}

/* Lanes that lie in one page. */
static inline ALWAYS_INLINE uint32_t touch_page(Touch *touch, uint32_t lanes)
{
    const uint64_t *address = touch->access->address;
    const uint64_t first = address[__builtin_ctz(lanes)];
    const uint32_t bytes = touch->access->bytes;
    const uint64_t inside = (UINT64_C(1) << touch->strips->page_bits) - 1;
    const uint32_t pairs = lanes & lanes << 1;
    uint64_t odd = 0;
    uint32_t ascends = 0;
    Words words;
    StripPage *page = strips_find_recent(touch->strips, first);
    if (!page || bytes >> page->unit_bits == 0)
        return lanes;
    const uint32_t unit_bits = page->unit_bits, units = bytes >> unit_bits;
    const Slot own = slot_make(touch->own, touch->first, unit_bits);
    for (uint32_t l = 0; l < LANES; l++) {
        uint64_t at = lanes >> l & 1 ? address[l] : first;
        odd |= at;
        words.index[l] = (uint32_t)(at & inside) >> unit_bits;
        words.now[l] = own + l;
    }
    for (uint32_t l = 1; l < LANES; l++)
        ascends |= (uint32_t)(address[l - 1] < address[l]) << l;
    words.distinct = !(pairs & ~ascends) && __builtin_popcount(lanes & ~pairs) == 1;
    if (odd & (bytes - 1))
        return lanes;
    if (page->marks_stamp || page->lasting)
        lanes = leave_sated(touch, page, lanes);
    uint32_t left = touch_words(touch, page, &words, lanes);
    for (uint32_t unit = 1; unit < units && left != lanes; unit++) {
        for (uint32_t l = 0; l < LANES; l++)
            words.index[l]++;
        left |= touch_words(touch, page, &words, lanes & ~left);
    }
    return left;
}

OBSERVE_WIDE uint32_t race_touch_easy_words(Touch *touch, uint32_t lanes)
{
    uint32_t left = 0;
    if (touch->lands || race_is_flying(touch->own))
        return lanes;
    past_find(touch);
    while (__builtin_popcount(lanes) >= LANES_LEAST) {
        const uint32_t page = lanes_together(touch->access, lanes, touch->strips->page_bits);
        if (__builtin_popcount(page) < LANES_LEAST)
            break;
        left |= touch_page(touch, page);
        lanes &= ~page;
    }
    return left | lanes;
}
