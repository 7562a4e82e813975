/* size_t (known to the compiler), ptrdiff_t, NULL, offsetof. */
#pragma once
typedef decltype(static_cast<char *>(nullptr) - static_cast<char *>(nullptr)) ptrdiff_t;
typedef decltype(sizeof(0)) size_t;
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) \
    ((size_t)(&reinterpret_cast<const volatile char &>(((type *)0)->member)))
#endif
