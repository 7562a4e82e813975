/* The size of the PTX in eight bytes, the PTX, the machine code. */
#include "compile/image.h"

#include <string.h>

enum { SIZE_BYTES = 8 };

void image_make(Compiled *compiled)
{
    StrBuf *image = &compiled->result.image;
    size_t ptx = compiled->ptx ? strlen(compiled->ptx) : 0;
    size_t cubin = compiled->cubin ? compiled->cubin_size : 0;
    strbuf_clear(image);
    if (ptx == 0 || ptx > IMAGE_MOST || cubin > IMAGE_MOST - ptx)
        return;
    for (int i = 0; i < SIZE_BYTES; i++)
        strbuf_add_byte(image, (char)(ptx >> (8 * i)));
    strbuf_add_bytes(image, compiled->ptx, ptx);
    strbuf_add_bytes(image, compiled->cubin, cubin);
}

bool image_read(View image, Compiled *out)
{
    uint64_t ptx = 0;
    *out = (Compiled){0};
    if (image.size < SIZE_BYTES)
        return false;
    for (int i = 0; i < SIZE_BYTES; i++)
        ptx |= (uint64_t)(unsigned char)image.data[i] << (8 * i);
    image = view_slice(image, SIZE_BYTES, image.size);
    if (ptx == 0 || ptx > image.size || memchr(image.data, '\0', (size_t)ptx))
        return false;
    out->result = (CompileResult){.ran = true, .ok = true, .trouble = memory_clone_text("")};
    out->ptx = memory_clone_bytes(image.data, (size_t)ptx);
    out->cubin_size = image.size - (size_t)ptx;
    if (out->cubin_size > 0)
        out->cubin = memory_clone_bytes(image.data + ptx, out->cubin_size);
    entries_find(view_of(out->ptx), &out->entries);
    return true;
}
