/* The words in memory that are locks, and who holds them. */
#ifndef CULAB_OBSERVE_LOCK_WORDS_H
#define CULAB_OBSERVE_LOCK_WORDS_H

#include "observe/order.h"

typedef struct LockWord {
    uint64_t key;     /* tells it from all other words of the launch */
    uint64_t address; /* in `space`, an offset in a block's shared memory */
    PtxSpace space;
    uint32_t bytes;
    bool was_taken;
    uint64_t free; /* what it held whenever it was taken */
    bool nested;   /* somebody wanted it while holding another, or another while holding it */
    bool broken;   /* it is no lock: somebody else wrote to it than who holds it, or while it was
                      free */
    Who holder;    /* 0: nobody */
    SimSite site;  /* where it was taken, */
    Stamp since;   /* and when; a clock of 0: before anybody kept time */
    uint32_t next; /* of what its holder holds; LOCK_NONE: no more */
    uint32_t before, behind; /* among all that are held: their numbers + 1; 0: none */
} LockWord;
enum { LOCK_NONE = UINT32_MAX };

/* A thread that has taken a lock, or waits for one. */
typedef struct LockThread {
    Who who;
    uint32_t held;  /* the word it took last of those it holds; LOCK_NONE */
    uint32_t waits; /* the word it waits for; LOCK_NONE */
} LockThread;

/* Start from {0}. Pointers hold until one more of their kind is asked for. */
typedef struct LockWords {
    LockWord *words;
    uint32_t count, room;
    uint32_t held;   /* the one taken last of all that are held, + 1; 0: none */
    uint32_t *slots; /* by key: number + 1 */
    LockThread *threads;
    uint32_t thread_count, thread_room;
    uint32_t *thread_slots;
    uint64_t low, high; /* addresses of all words in global memory lie in [low, high) */
    bool shared;        /* there are some in shared memory */
} LockWords;

uint32_t lock_word_find(const LockWords *words, uint64_t key); /* LOCK_NONE: it is none */
/* Made where it is none yet. LOCK_NONE: there are too many, or no memory. */
uint32_t lock_word_for(LockWords *words, const LockWord *fresh);
LockThread *lock_thread_for(LockWords *words, Who who); /* NULL: too many, or no memory */
void lock_word_take(LockWords *words, uint32_t word, LockThread *thread, const SimSite *site,
                    Stamp now);
void lock_word_drop(LockWords *words, uint32_t word);
void lock_words_forget(LockWords *words);

#endif
