/* Where in the program a call of the library came from. */
#ifndef CULAB_SIM_API_HOST_FRAMES_H
#define CULAB_SIM_API_HOST_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

enum { HOST_FRAMES = 4, HOST_FRAME_TEXT = 400 };

typedef struct HostFrames {
    uint32_t count;
    uintptr_t at[HOST_FRAMES]; /* return addresses outside of the library, the innermost first */
} HostFrames;

/* Loads what finds them, which takes the loader's lock: while no lock of the library is held. */
void host_frames_prepare(void);
void host_frames_take(HostFrames *out);
/* Whether the code is the library's. */
bool host_frame_is_own(const void *code);
/* "main+0x1c in /opt/saxpy+0x11c3": the function where the file tells it, and the address
 * within the file, for addr2line. False: what called this one, as the program's main(), tells
 * nothing. */
bool host_frame_describe(uintptr_t at, char out[HOST_FRAME_TEXT]);

#endif
