/* Compilers' options changed so that PTX comes out that the simulated device takes. */
#ifndef CULAB_SIMULATE_TARGET_H
#define CULAB_SIMULATE_TARGET_H

#include "base/strbuf.h"
#include "base/vec.h"

typedef VEC(char *) TargetWords;

/* Compute capability (86) of the device that $CULAB_PROFILE names, the default one without. */
int target_capability(void);
/* "sm_90a" and "compute_90a" to "compute_86" for capability 86; lower ones keep their number.
 * "native", "all" and the like become the capability too; false: the word is no target. */
bool target_name(View word, int capability, StrBuf *out);

/* NVRTC's options: --gpu-architecture and -arch, joined or in two words; the rest as it is. */
void target_nvrtc(const char *const *options, size_t count, int capability, TargetWords *out);
/* nvcc's arguments, without the program's name: the targets, and --cubin to --ptx into the same
 * file. */
void target_nvcc(const char *const *arguments, size_t count, int capability, TargetWords *out);
void target_words_free(TargetWords *words);

#endif
