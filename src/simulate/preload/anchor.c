/* What PTX asks of LTO-IR that is linked with it: kept from the optimiser, and handed to the
 * linker. */
#include "simulate/preload/anchor.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "cuda/types.h"
#include "ptx/link_scan.h"
#include "simulate/preload/loaded.h"

static const char anchor_name[] = "culab_anchor";

/* What every module may declare: the device brings it. */
static bool is_brought(View name)
{
    static const char *const brought[] = {"vprintf", "malloc", "free", "__assertfail"};
    for (size_t i = 0; i < sizeof brought / sizeof *brought; i++)
        if (view_equal_text(name, brought[i]))
            return true;
    return view_starts(name, "cuda");
}

/* The names that some input declares; those that one defines are left out. Views of the inputs. */
static void find_asked(const PtxLinkInput *inputs, size_t count, Map *asked)
{
    static char defined;
    for (size_t i = 0; i < count; i++) {
        LinkItems items = {0};
        Error error = {0};
        link_scan(inputs[i].text, inputs[i].name, &items, &error);
        for (size_t k = 0; k < items.size; k++) {
            const LinkItem *item = &items.data[k];
            if (item->kind != LINK_ITEM_FUNCTION || item->is_entry)
                continue;
            if (item->defines)
                map_put(asked, item->name, &defined);
            else if (item->linkage == PTX_LINK_EXTERN && !is_brought(item->name) &&
                     !map_get(asked, item->name))
                map_put(asked, item->name, asked);
        }
        vec_free(&items);
    }
}

static void write_source(const PtxLinkInput *inputs, size_t count, const Map *asked,
                         StrBuf *declarations, StrBuf *body)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        LinkItems items = {0};
        Error error = {0};
        link_scan(inputs[i].text, inputs[i].name, &items, &error);
        for (size_t k = 0; k < items.size; k++) {
            const LinkItem *item = &items.data[k];
            if (item->kind != LINK_ITEM_FUNCTION || map_get(asked, item->name) != asked)
                continue;
            strbuf_format(declarations, "extern \"C\" __device__ void %.*s();\n",
                          VIEW_ARG(item->name));
            strbuf_format(body, "p[%zu] = (void *)%.*s;\n", number++, VIEW_ARG(item->name));
        }
        vec_free(&items);
    }
    if (number)
        strbuf_format(declarations, "extern \"C\" __global__ void %s(void **p) {\n%s}\n",
                      anchor_name, strbuf_text(body));
}

typedef struct Nvrtc {
    nvrtcResult (*create)(nvrtcProgram *, const char *, const char *, int, const char *const *,
                          const char *const *);
    nvrtcResult (*compile)(nvrtcProgram, int, const char *const *);
    nvrtcResult (*size)(nvrtcProgram, size_t *);
    nvrtcResult (*bytes)(nvrtcProgram, char *);
    nvrtcResult (*destroy)(nvrtcProgram *);
} Nvrtc;

static bool nvrtc_fill(Nvrtc *nvrtc)
{
    static const char *const names[] = {"nvrtcCreateProgram", "nvrtcCompileProgram",
                                        "nvrtcGetLTOIRSize", "nvrtcGetLTOIR",
                                        "nvrtcDestroyProgram"};
    void *library = loaded_library("libnvrtc.so");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *symbol = library ? loaded_symbol(library, names[i]) : NULL;
        if (!symbol)
            return false;
        memcpy((char *)nvrtc + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return true;
}

static bool compile(const char *source, const char *target, StrBuf *lto_ir)
{
    Nvrtc nvrtc;
    nvrtcProgram program = NULL;
    StrBuf arch = {0};
    size_t size = 0;
    strbuf_format(&arch, "-arch=%s", target);
    const char *options[] = {"-dlto", "-rdc=true", strbuf_text(&arch)};
    bool done = nvrtc_fill(&nvrtc) &&
                nvrtc.create(&program, source, "culab_anchor.cu", 0, NULL, NULL) == 0 &&
                nvrtc.compile(program, 3, options) == 0 && nvrtc.size(program, &size) == 0;
    char *bytes = memory_alloc(size + 1);
    done = done && nvrtc.bytes(program, bytes) == 0;
    if (done)
        strbuf_add_bytes(lto_ir, bytes, size);
    if (program)
        nvrtc.destroy(&program);
    free(bytes);
    strbuf_free(&arch);
    return done;
}

bool anchor_make(const PtxLinkInput *inputs, size_t count, const char *target, StrBuf *lto_ir)
{
    Map asked = {0};
    StrBuf source = {0}, body = {0};
    find_asked(inputs, count, &asked);
    write_source(inputs, count, &asked, &source, &body);
    bool made = source.size && compile(source.data, target, lto_ir);
    map_free(&asked);
    strbuf_free(&source);
    strbuf_free(&body);
    return made;
}

void anchor_remove(View ptx, const PtxLinkInput *inputs, size_t count, StrBuf *out)
{
    Map asked = {0};
    LinkItems items = {0};
    Error error = {0};
    find_asked(inputs, count, &asked);
    bool scanned = link_scan(ptx, "lto", &items, &error);
    for (size_t i = 0; scanned && i < items.size; i++) {
        const LinkItem *item = &items.data[i];
        if (item->kind == LINK_ITEM_FUNCTION && view_equal_text(item->name, anchor_name))
            continue;
        if (item->kind == LINK_ITEM_FUNCTION && item->linkage == PTX_LINK_LOCAL &&
            map_get(&asked, item->name) == &asked)
            strbuf_add_text(out, ".visible ");
        strbuf_add(out, item->text);
        strbuf_add_byte(out, '\n');
    }
    if (!scanned)
        strbuf_add(out, ptx); /* the linker says what is wrong with it */
    vec_free(&items);
    map_free(&asked);
}
