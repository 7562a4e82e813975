/* How the report says things: a few lines of text each, or one line of JSON. */
#ifndef CULAB_SIM_API_REPORT_FORM_H
#define CULAB_SIM_API_REPORT_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "sim/api/report.h"
#include "sim/culab_sim.h"

enum { PIECE_MAX = 65536 };

typedef struct Piece {
    bool json;
    size_t size;
    char text[PIECE_MAX];
} Piece;

/* A kind of finding that was told: the same rule at the same places. */
typedef struct Told {
    char rule[40], function[120], other[120];
    char place[240], other_place[240]; /* in the source; "": not known; of a call its address */
    uint32_t line, other_line;         /* in the PTX */
    uint64_t launch, again;
    bool printed;
} Told;

/* `number`: which of the process's kinds it is, so that form_later() can refer to it. */
/* `from`: the call that the finding is about; NULL: it is a launch's. */
void form_finding(Piece *piece, uint64_t number, const CulabSimFinding *finding,
                  const ReportLaunch *launch, const HostFrames *from);
void form_later(Piece *piece, uint64_t number, const Told *told);
void form_note(Piece *piece, const char *text);
void form_call(Piece *piece, const char *function, const char *text, const HostFrames *from);
void form_leak(Piece *piece, const char *what, uint64_t count, uint64_t bytes, const char *first);

#endif
