/* Looks for libculab_host.so. */
#include "program/library.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"

bool library_find(StrBuf *out, Error *error)
{
    const char *own = getenv("CULAB_HOST_LIBRARY");
    char *real = NULL;
    if (own && own[0] == '/')
        strbuf_add_text(out, own);
    else if (file_program_folder(out))
        strbuf_add_text(out, "/../lib/culab/libculab_host.so");
    if (out->size > 0)
        real = realpath(strbuf_text(out), NULL);
    if (!real)
        return error_set(error, ERROR_MACHINE,
                         "host programs need %s, which is not there: is culab installed whole?",
                         out->size ? strbuf_text(out) : "libculab_host.so");
    strbuf_clear(out);
    strbuf_add_text(out, real);
    free(real);
    return true;
}
