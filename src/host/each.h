/* Going through the parameters of a row of cuda/driver.def: each gets a number. */
#ifndef CULAB_HOST_EACH_H
#define CULAB_HOST_EACH_H

enum { PARAMETERS_MAX = 16 };

#define EACH_JOIN(a, b) EACH_JOIN_(a, b)
#define EACH_JOIN_(a, b) a##b

/* EACH(M, int, float) is M(1, int) M(2, float). */
#define EACH(M, ...) EACH_JOIN(EACH_, EACH_COUNT(__VA_ARGS__))(M, __VA_ARGS__)
#define EACH_COUNT(...) \
    EACH_17TH(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define EACH_17TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define EACH_1(M, a) M(1, a)
#define EACH_2(M, a, b) EACH_1(M, a) M(2, b)
#define EACH_3(M, a, b, c) EACH_2(M, a, b) M(3, c)
#define EACH_4(M, a, b, c, d) EACH_3(M, a, b, c) M(4, d)
#define EACH_5(M, a, b, c, d, e) EACH_4(M, a, b, c, d) M(5, e)
#define EACH_6(M, a, b, c, d, e, f) EACH_5(M, a, b, c, d, e) M(6, f)
#define EACH_7(M, a, b, c, d, e, f, g) EACH_6(M, a, b, c, d, e, f) M(7, g)
#define EACH_8(M, a, b, c, d, e, f, g, h) EACH_7(M, a, b, c, d, e, f, g) M(8, h)
#define EACH_9(M, a, b, c, d, e, f, g, h, i) EACH_8(M, a, b, c, d, e, f, g, h) M(9, i)
#define EACH_10(M, a, b, c, d, e, f, g, h, i, j) EACH_9(M, a, b, c, d, e, f, g, h, i) M(10, j)
#define EACH_11(M, a, b, c, d, e, f, g, h, i, j, k) \
    EACH_10(M, a, b, c, d, e, f, g, h, i, j) M(11, k)
#define EACH_12(M, a, b, c, d, e, f, g, h, i, j, k, l) \
    EACH_11(M, a, b, c, d, e, f, g, h, i, j, k) M(12, l)
#define EACH_13(M, a, b, c, d, e, f, g, h, i, j, k, l, m) \
    EACH_12(M, a, b, c, d, e, f, g, h, i, j, k, l) M(13, m)
#define EACH_14(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n) \
    EACH_13(M, a, b, c, d, e, f, g, h, i, j, k, l, m) M(14, n)
#define EACH_15(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) \
    EACH_14(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n) M(15, o)
#define EACH_16(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) \
    EACH_15(M, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) M(16, p)

/* 1 when the parameters are (void), else 0: only then the macro's name meets its parentheses. */
#define EACH_NONE(...) EACH_PROBE(EACH_PASTE(__VA_ARGS__, ~))
#define EACH_PASTE(first, ...) EACH_NONE_##first()
#define EACH_NONE_void() ~, 1
#define EACH_PROBE(...) EACH_SECOND(__VA_ARGS__, 0, ~)
#define EACH_SECOND(a, b, ...) b

#endif
