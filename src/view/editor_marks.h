/* What compiling and running said about lines of the text: errors, findings, the first wrong value,
 * figures. They stay with their lines while the text is edited. */
#ifndef CULAB_VIEW_EDITOR_MARKS_H
#define CULAB_VIEW_EDITOR_MARKS_H

#include "base/vec.h"
#include "result/result.h"
#include "session/session.h"
#include "text/text.h"

typedef struct LineMark {
    Mark mark; /* at the line's start */
    Severity severity;
    char *sentence;
} LineMark;

/* A short figure for the end of a line: "4.0 sec/req". */
typedef struct LineFigure {
    Mark mark;
    char *text;
} LineFigure;

/* Which figures stand at the ends of lines. */
typedef enum FigureKind {
    FIGURES_OF_WASTE, /* what misses its ideal, and where few lanes are active */
    FIGURES_OF_COST,  /* the line's share of the kernel's instructions */
    FIGURES_OF_LANES, /* active threads an instruction */
    FIGURES_OFF,
    FIGURE_KINDS
} FigureKind;

typedef struct EditorMarks {
    VEC(LineMark) marks; /* by line, the gravest first */
    VEC(LineFigure) figures;
    FigureKind shown;
    bool stale; /* they are about an older text */
} EditorMarks;

/* Reads the session's results. While those are of an older text, or a run is awaited, the marks
 * stay as they are. */
void editor_marks_read(EditorMarks *marks, Text *text, const Session *session);
void editor_marks_free(EditorMarks *marks, Text *text); /* `text` may be NULL */
/* The marks of a line: index of the first, and how many. */
size_t editor_marks_of_line(const EditorMarks *marks, const Text *text, size_t line, size_t *first);
/* The line of the next (or last) mark after (before) `line`, around the end. False: none. */
bool editor_marks_next(const EditorMarks *marks, const Text *text, size_t line, bool backwards,
                       size_t *next);

#endif
