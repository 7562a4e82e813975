/* Places in the program, as told to the caller. */
#ifndef CULAB_SIM_API_PLACE_H
#define CULAB_SIM_API_PLACE_H

#include <stdbool.h>

#include "sim/culab_sim.h"
#include "sim/observer.h"

/* A CulabSimPlace with texts of its own. */
typedef struct Place {
    CulabSimPlace place;
    char texts[768]; /* function, file, instruction, each ended by NUL; what is too long is cut */
} Place;

/* `with_text`: also the instruction's text, which takes a walk through the PTX. */
void place_fill(Place *out, const SimSite *site, bool with_text);
CulabSimThread thread_of(SimDim block, SimDim thread);

#endif
