/* The version of NVIDIA's driver on this machine, for the headings of recordings. */
#ifndef CULAB_TESTS_SIM_DRIVER_VERSION_H
#define CULAB_TESTS_SIM_DRIVER_VERSION_H

#include <stdio.h>

#include "base/file.h"

typedef struct DriverVersion {
    char text[64]; /* "580.1.2 ", or "" where it can't be known */
} DriverVersion;

/* The first number of the kernel module's own description. */
static inline DriverVersion driver_version(void)
{
    DriverVersion out = {""};
    StrBuf text = {0};
    Error error = {0};
    View rest = {0}, word;
    if (file_read("/proc/driver/nvidia/version", 1u << 16, &text, &error))
        rest = strbuf_view(&text);
    while (!out.text[0] && view_split(&rest, ' ', &word))
        if (word.size && word.data[0] >= '0' && word.data[0] <= '9')
            snprintf(out.text, sizeof out.text, "%.*s ", VIEW_ARG(word));
    strbuf_free(&text);
    return out;
}

#endif
