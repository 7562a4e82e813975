/* The environment that puts the simulated libcuda in front of NVIDIA's, and checks of its names. */
#ifndef CULAB_SIMULATE_SETTINGS_H
#define CULAB_SIMULATE_SETTINGS_H

#include "base/error.h"
#include "simulate/launch.h"
#include "simulate/target.h"

/* Both say which names there are when one is unknown. */
bool settings_check_profile(const char *profile, Error *error);
/* `bits`: CULAB_SIM_CHECK_...; NULL stands for all. */
bool settings_read_checks(const char *checks, uint32_t *bits, Error *error);
bool settings_check_seed(const char *seed, uint64_t *value, Error *error); /* NULL: 0 */
/* "NAME=value" for the program; `report` is the absolute path of the file for findings. A folder
 * made for the program is named in `toolkit`, for toolkit_uncover(). */
bool settings_make(const SimulateRequest *request, const char *report, TargetWords *out,
                   StrBuf *toolkit, Error *error);

#endif
