/* The functions that stand in front of NVRTC's and nvJitLink's. */
#ifndef CULAB_SIMULATE_FRONT_H
#define CULAB_SIMULATE_FRONT_H

/* The one to hand out for the symbol `name`, whose real address is `real`; `real` itself when none
 * stands in front of it. */
void *front_nvrtc(const char *name, void *real);
void *front_nvjitlink(const char *name, void *real);

#endif
