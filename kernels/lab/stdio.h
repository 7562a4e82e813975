/* printf is known to the compiler; there are no files on the device. */
#pragma once
#include <stddef.h>
