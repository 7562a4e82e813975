/* Places of flags as a hash set of words, and findings kept until all of them are known. */
#include "observe/race_flag.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 2, LEAST = 64, PLACES_MOST = 1 << 20, KEPT_MOST = 1024 };

/* Of a place, which is never 0 then. */
static uint64_t word_of(uint64_t place)
{
    return (place >> WORD_BITS) + 1;
}

static uint64_t *find(const RaceFlags *flags, uint64_t word)
{
    size_t at = (size_t)(word * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (flags->capacity - 1);
    while (flags->places[at] && flags->places[at] != word)
        at = (at + 1) & (flags->capacity - 1);
    return &flags->places[at];
}

static bool grow(RaceFlags *flags)
{
    RaceFlags more = *flags;
    more.capacity = flags->capacity ? flags->capacity * 2 : LEAST;
    more.places = more.capacity <= PLACES_MOST ? calloc(more.capacity, sizeof *more.places) : NULL;
    if (!more.places)
        return false;
    for (size_t i = 0; i < flags->capacity; i++)
        if (flags->places[i])
            *find(&more, flags->places[i]) = flags->places[i];
    free(flags->places);
    *flags = more;
    return true;
}

static void add_word(RaceFlags *flags, uint64_t word)
{
    if (flags->count * 2 >= flags->capacity && !grow(flags)) {
        flags->all = true;
        return;
    }
    uint64_t *place = find(flags, word);
    flags->count += *place == 0;
    *place = word;
}

void race_flags_add(RaceFlags *flags, uint64_t place, uint32_t bytes)
{
    for (uint64_t word = word_of(place); !flags->all && word <= word_of(place + bytes - 1); word++)
        add_word(flags, word);
}

static bool has(const RaceFlags *flags, uint64_t place)
{
    return flags->all || (flags->capacity && *find(flags, word_of(place)) != 0);
}

void race_flags_keep(RaceFlags *flags, uint64_t place, const SimFinding *finding)
{
    if (flags->kept_count == KEPT_MOST || has(flags, place))
        return;
    if (flags->kept_count == flags->kept_room) {
        size_t room = flags->kept_room ? flags->kept_room * 2 : 16;
        KeptRace *kept = realloc(flags->kept, room * sizeof *kept);
        if (!kept)
            return;
        flags->kept = kept;
        flags->kept_room = room;
    }
    KeptRace *kept = &flags->kept[flags->kept_count++];
    *kept = (KeptRace){.place = place, .finding = *finding};
    kept->finding.text = finding->text ? strdup(finding->text) : NULL;
    kept->finding.about = finding->about ? strdup(finding->about) : NULL;
}

static void forget(RaceFlags *flags)
{
    for (size_t i = 0; i < flags->kept_count; i++) {
        free((char *)flags->kept[i].finding.text);
        free((char *)flags->kept[i].finding.about);
    }
    flags->kept_count = 0;
    flags->count = 0;
    flags->all = false;
    if (flags->places)
        memset(flags->places, 0, flags->capacity * sizeof *flags->places);
}

void race_flags_end(RaceFlags *flags, SayOnce *said, const SimFindingSink *sink)
{
    for (size_t i = 0; i < flags->kept_count; i++) {
        SimFinding finding = flags->kept[i].finding;
        if (has(flags, flags->kept[i].place))
            continue;
        if (!say_first(said, finding.rule, finding.site.inst, finding.other_site.inst))
            finding.text = finding.about = NULL;
        sink->found(sink->state, &finding);
    }
    forget(flags);
}

void race_flags_free(RaceFlags *flags)
{
    forget(flags);
    free(flags->places);
    free(flags->kept);
}
