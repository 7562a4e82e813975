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
/* The value of a flag that takes a number; NULL: 0. */
bool settings_check_number(const char *flag, const char *text, uint64_t *value, Error *error);
/* The profile's name: what is asked for, or $CULAB_PROFILE, or NULL for the default. */
const char *settings_profile(const char *profile);
/* Absolute paths: for findings, and to count them. */
typedef struct SettingsFiles {
    const char *report, *tally;
} SettingsFiles;
/* "NAME=value" for the program. A folder made for it is named in `toolkit`, for toolkit_uncover().
 */
bool settings_make(const SimulateRequest *request, const SettingsFiles *files, TargetWords *out,
                   StrBuf *toolkit, Error *error);

#endif
