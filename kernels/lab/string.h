/* memcpy and memset are known to the compiler. */
#pragma once
#include <stddef.h>
