/* Names and texts of the results of the Driver API and of NVRTC. */
#ifndef CULAB_CUDA_ERRORS_H
#define CULAB_CUDA_ERRORS_H

#include "cuda/types.h"

/* "CUDA_ERROR_INVALID_VALUE"; NULL for a number that is no result. */
const char *cuda_result_name(CUresult result);
/* What it means, without a full stop; NULL for a number that is no result. */
const char *cuda_result_text(CUresult result);
const char *nvrtc_result_name(nvrtcResult result);
const char *nvrtc_result_text(nvrtcResult result);

#endif
