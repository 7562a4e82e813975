/* NVIDIA's libraries as the program has loaded them, behind the functions put in front of theirs.
 */
#ifndef CULAB_SIMULATE_LOADED_H
#define CULAB_SIMULATE_LOADED_H

typedef void *Dlsym(void *handle, const char *name);

/* The C library's dlsym. */
Dlsym *loaded_dlsym(void);
void *loaded_symbol(void *handle, const char *name);
/* A handle of the library that holds `address`, or NULL. */
void *loaded_library_of(void *address);
/* A handle of the first loaded library whose file name starts so ("libnvrtc.so"), or NULL. */
void *loaded_library(const char *prefix);

#endif
