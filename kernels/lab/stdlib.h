/* malloc and free, on the device heap, are known to the compiler. */
#pragma once
#include <stddef.h>
