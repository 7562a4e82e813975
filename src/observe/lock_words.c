/* Locks by their addresses, and threads by their numbers: two hash tables. */
#include "observe/lock_words.h"

#include <stdlib.h>

#define HASH_FACTOR UINT64_C(0x9E3779B97F4A7C15)

enum { LEAST_ROOM = 64, MOST = 1 << 17 };

static size_t slot_at(uint64_t key, uint32_t room)
{
    return (size_t)(key * HASH_FACTOR >> 24) & ((size_t)room * 2 - 1);
}

static size_t slot_next(size_t at, uint32_t room)
{
    return (at + 1) & ((size_t)room * 2 - 1);
}

uint32_t lock_word_find(const LockWords *words, uint64_t key)
{
    if (!words->room)
        return LOCK_NONE;
    for (size_t at = slot_at(key, words->room); words->slots[at]; at = slot_next(at, words->room))
        if (words->words[words->slots[at] - 1].key == key)
            return words->slots[at] - 1;
    return LOCK_NONE;
}

static void put_slot(uint32_t *slots, uint32_t room, uint64_t key, uint32_t number)
{
    size_t at = slot_at(key, room);
    while (slots[at])
        at = slot_next(at, room);
    slots[at] = number + 1;
}

/* Room for as many again: of the items, and slots without any. False: too many, or no memory. */
static bool make_room(uint32_t *room, void **items, size_t size, uint32_t **slots)
{
    uint32_t more = *room ? *room * 2 : LEAST_ROOM;
    void *grown = more <= MOST ? realloc(*items, more * size) : NULL;
    if (grown)
        *items = grown;
    uint32_t *fresh = grown ? calloc((size_t)more * 2, sizeof *fresh) : NULL;
    if (!fresh)
        return false;
    free(*slots);
    *slots = fresh;
    *room = more;
    return true;
}

static bool grow_words(LockWords *words)
{
    void *items = words->words;
    bool grown = make_room(&words->room, &items, sizeof *words->words, &words->slots);
    words->words = items;
    for (uint32_t i = 0; grown && i < words->count; i++)
        put_slot(words->slots, words->room, words->words[i].key, i);
    return grown;
}

uint32_t lock_word_for(LockWords *words, const LockWord *fresh)
{
    uint32_t known = lock_word_find(words, fresh->key);
    if (known != LOCK_NONE)
        return known;
    if (words->count == words->room && !grow_words(words))
        return LOCK_NONE;
    put_slot(words->slots, words->room, fresh->key, words->count);
    words->words[words->count] = *fresh;
    if (fresh->space == PTX_SPACE_SHARED) {
        words->shared = true;
    } else {
        uint64_t end = fresh->address + fresh->bytes;
        if (words->high == 0 || fresh->address < words->low)
            words->low = fresh->address;
        if (end > words->high)
            words->high = end;
    }
    return words->count++;
}

static bool grow_threads(LockWords *words)
{
    void *items = words->threads;
    bool grown =
        make_room(&words->thread_room, &items, sizeof *words->threads, &words->thread_slots);
    words->threads = items;
    for (uint32_t i = 0; grown && i < words->thread_count; i++)
        put_slot(words->thread_slots, words->thread_room, words->threads[i].who, i);
    return grown;
}

LockThread *lock_thread_for(LockWords *words, Who who)
{
    uint32_t room = words->thread_room;
    for (size_t at = room ? slot_at(who, room) : 0; room && words->thread_slots[at];
         at = slot_next(at, room))
        if (words->threads[words->thread_slots[at] - 1].who == who)
            return &words->threads[words->thread_slots[at] - 1];
    if (words->thread_count == room && !grow_threads(words))
        return NULL;
    put_slot(words->thread_slots, words->thread_room, who, words->thread_count);
    LockThread *thread = &words->threads[words->thread_count++];
    *thread = (LockThread){.who = who, .held = LOCK_NONE, .waits = LOCK_NONE};
    return thread;
}

/* Into the list of all that are held, whose links are numbers + 1. */
static void link_in(LockWords *words, uint32_t word)
{
    LockWord *taken = &words->words[word];
    taken->before = 0;
    taken->behind = words->held;
    if (words->held)
        words->words[words->held - 1].before = word + 1;
    words->held = word + 1;
}

static void link_out(LockWords *words, const LockWord *dropped)
{
    if (dropped->behind)
        words->words[dropped->behind - 1].before = dropped->before;
    if (dropped->before)
        words->words[dropped->before - 1].behind = dropped->behind;
    else
        words->held = dropped->behind;
}

void lock_word_take(LockWords *words, uint32_t word, LockThread *thread, const SimSite *site,
                    Stamp now)
{
    LockWord *taken = &words->words[word];
    thread->waits = LOCK_NONE;
    taken->holder = thread->who;
    taken->site = *site;
    taken->since = now;
    taken->next = thread->held;
    thread->held = word;
    link_in(words, word);
}

void lock_word_drop(LockWords *words, uint32_t word)
{
    LockWord *dropped = &words->words[word];
    LockThread *thread = dropped->holder ? lock_thread_for(words, dropped->holder) : NULL;
    if (!thread)
        return;
    dropped->holder = 0;
    link_out(words, dropped);
    uint32_t *link = &thread->held;
    while (*link != word && *link != LOCK_NONE)
        link = &words->words[*link].next;
    if (*link == word)
        *link = dropped->next;
}

void lock_words_forget(LockWords *words)
{
    free(words->words);
    free(words->slots);
    free(words->threads);
    free(words->thread_slots);
    *words = (LockWords){0};
}
