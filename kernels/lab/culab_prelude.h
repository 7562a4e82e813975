/* Included before every source, as nvcc includes cuda_runtime.h: what it brings without being
 * asked. */
#pragma once
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
