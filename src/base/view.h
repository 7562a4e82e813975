/* A borrowed piece of text: pointer and length, not owned, not ended by NUL. */
#ifndef CULAB_BASE_VIEW_H
#define CULAB_BASE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct View {
    const char *data;
    size_t size;
} View;

/* For printf: printf("%.*s", VIEW_ARG(view)). */
#define VIEW_ARG(v) (int)(v).size, (v).data
/* A view of a string literal, also usable in initialisers. */
#define VIEW(literal) ((View){(literal), sizeof(literal) - 1})

View view_of(const char *text); /* NULL gives the empty view */
View view_slice(View view, size_t from, size_t to);
bool view_equal(View a, View b);
bool view_equal_text(View view, const char *text);
bool view_starts(View view, const char *prefix);
bool view_ends(View view, const char *suffix);
View view_trim(View view); /* without leading and trailing blanks, tabs, CR and LF */
/* Position of the first `byte`, or view.size when there is none. */
size_t view_find(View view, char byte);
/* Takes the text up to `separator` off the front of *rest. False when *rest is used up. */
bool view_split(View *rest, char separator, View *piece);
/* Whole-text conversions: false on anything but one number in range. Decimal, or hex after 0x. */
bool view_to_i64(View view, int64_t *out);
bool view_to_u64(View view, uint64_t *out);
bool view_to_f64(View view, double *out);

#endif
