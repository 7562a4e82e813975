/* For sources that are also compiled by nvcc: what a kernel needs of it is known to the compiler. */
#pragma once
