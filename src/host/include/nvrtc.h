/* nvrtc.h: the run-time compiler for CUDA C++, as far as culab knows it, under NVIDIA's names. */
#ifndef __NVRTC_H__
#define __NVRTC_H__

#include <stddef.h>
#include <stdint.h>

#include <cuda/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NVRTC_FUNCTION(NEED, type, name, parameters) type name parameters;
#include <cuda/nvrtc.def>

#ifdef __cplusplus
}
#endif

#endif
