/* How far into which release logs somebody has read: sorted by log, of each warp and release. */
#ifndef CULAB_OBSERVE_SEEN_H
#define CULAB_OBSERVE_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEEN_BY_ALL UINT32_MAX
#define SEEN_READ_LOG (UINT32_C(1) << 31)

/* The first `length` entries of a log, which these lanes of a warp have read; with SEEN_READ_LOG in
 * its number, those of a warp's read log (read_log.h). The newest of them is number `newest` of all
 * entries of the launch. */
typedef struct Seen {
    uint32_t log, length, lanes, newest;
} Seen;

/* Start from {0}. */
typedef struct SeenList {
    Seen *items;
    size_t count, room;
    uint32_t stamp;    /* the owner's: another one for other items */
    uint32_t read_log; /* of the warp that the list is of, + 1; 0: none */
    uint32_t shared;   /* items of that log that all lanes know of */
    bool parted;       /* of later ones lanes know that have not read them */
    bool mixed;        /* some items are of some lanes only */
    bool lent;         /* the items are somebody else's memory, and only as many as there is room */
} SeenList;

/* True if that is more than the list had. Without memory the list just tells less. */
bool seen_add(SeenList *list, Seen item);
/* All of `from`, as read by `lanes`; true as above. */
bool seen_merge(SeenList *into, const SeenList *from, uint32_t lanes);
/* What one of the lanes has read, all of them know from now on. True if that is more than they
 * knew.
 */
bool seen_share(SeenList *list, uint32_t lanes);
/* Does `list` have all of `other`? */
bool seen_has_all(const SeenList *list, const SeenList *other);
void seen_list_free(SeenList *list);

#endif
