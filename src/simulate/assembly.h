/* What ptxas is asked for. */
#ifndef CULAB_SIMULATE_ASSEMBLY_H
#define CULAB_SIMULATE_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Assembly {
    const char *input; /* a file, or the PTX itself */
    bool is_text;
    const char *output; /* the file that machine code would go to */
} Assembly;

/* From ptxas's arguments without the program's name; borrows them. False: they ask for something
 * else than a module in machine code. */
bool assembly_read(const char *const *arguments, size_t count, Assembly *out);

#endif
