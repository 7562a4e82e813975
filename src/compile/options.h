/* How NVRTC is asked to compile a source: its options, and the lab's headers. */
#ifndef CULAB_COMPILE_OPTIONS_H
#define CULAB_COMPILE_OPTIONS_H

#include "compile/compile.h"

/* Which of the toolkit's parts the source asks for. */
typedef struct Wants {
    bool groups;     /* cooperative_groups.h */
    bool own_groups; /* the lab's will do */
    bool prints;     /* printf(...) is called, and is the compiler's */
    bool launches;   /* "<<<" stands somewhere in the source */
    bool little;     /* nothing that is not part of the language and of the lab's headers */
} Wants;

/* What the source's text tells; of its includes, wants_include() is to be told. */
void wants_begin(Wants *wants, View source);
void wants_include(Wants *wants, const char *name);

enum { OPTIONS_MOST = 16 };

typedef struct Options {
    const char *list[OPTIONS_MOST];
    int count;
    char target[48];
    StrBuf include, cccl;
} Options;

/* `code`: CODE_...; `machine`: machine code is made. `minimal`: NVRTC leaves out of its own headers
 * what hardly any kernel uses, which saves a quarter of a small kernel's time. */
void options_make(const Compiler *compiler, const Wants *wants, uint32_t code, bool machine,
                  bool minimal, Options *out);
void options_free(Options *options);

typedef struct Headers {
    const char **names, **texts;
    int count;
} Headers;

/* `toolkit`: the folder of its headers; NULL: none. */
Headers headers_choose(const Wants *wants, const char *toolkit);
void headers_free(Headers *headers);

#endif
