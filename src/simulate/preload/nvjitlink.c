/* nvJitLink's functions: the modules are linked as PTX, and PTX is handed out as the cubin. */
#include "simulate/preload/nvjitlink.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "ptx/device_runtime.h"
#include "ptx/limit.h"
#include "ptx/link.h"
#include "ptx/parse.h"
#include "ptx/undefined.h"
#include "sim/api/image.h"
#include "simulate/preload/anchor.h"
#include "simulate/preload/front.h"
#include "simulate/preload/lto.h"
#include "simulate/target.h"

typedef struct JitInput {
    StrBuf image;
    char *name;
    View ptx;
} JitInput;

struct JitLink {
    VEC(JitInput) inputs;
    TargetWords options;
    Lto *lto; /* made for the first LTO-IR */
    StrBuf linked, log;
};

typedef VEC(PtxLinkInput) PtxInputs;

static const size_t file_bytes_max = (size_t)1 << 30;

#define EXPORT __attribute__((visibility("default")))
#define DECLARE(name, parameters) EXPORT nvJitLinkResult name parameters;
NVJITLINK_FUNCTIONS(DECLARE)

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *out, uint32_t count, const char **options)
{
    if (!out || (count && !options))
        return NVJITLINK_ERROR_INVALID_INPUT;
    nvJitLinkResult valid = lto_try_options((const char *const *)options, count);
    if (valid != NVJITLINK_SUCCESS)
        return valid;
    nvJitLinkHandle link = memory_alloc(sizeof *link);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&link->options, memory_clone_text(options[i]));
    *out = link;
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle)
{
    if (!handle || !*handle)
        return NVJITLINK_ERROR_INVALID_INPUT;
    nvJitLinkHandle link = *handle;
    for (size_t i = 0; i < link->inputs.size; i++) {
        strbuf_free(&link->inputs.data[i].image);
        free(link->inputs.data[i].name);
    }
    vec_free(&link->inputs);
    target_words_free(&link->options);
    lto_free(link->lto);
    strbuf_free(&link->linked);
    strbuf_free(&link->log);
    free(link);
    *handle = NULL;
    return NVJITLINK_SUCCESS;
}

static nvJitLinkResult fail(nvJitLinkHandle link, nvJitLinkResult result, const Error *error)
{
    strbuf_add_text(&link->log, "error: ");
    error_describe(error, &link->log);
    strbuf_add_byte(&link->log, '\n');
    return result;
}

static nvJitLinkResult add_lto(nvJitLinkHandle link, const void *data, size_t size,
                               const char *name)
{
    Error error = {0};
    if (!link->lto)
        link->lto = lto_new((const char *const *)link->options.data, link->options.size, &error);
    if (!link->lto || !lto_add(link->lto, data, size, name, &error))
        return fail(link, NVJITLINK_ERROR_UNRECOGNIZED_INPUT, &error);
    return NVJITLINK_SUCCESS;
}

static nvJitLinkResult add_image(nvJitLinkHandle link, const void *data, size_t size,
                                 const char *name)
{
    static const char padding[64]; /* an image without a size is ended by NUL */
    Error error = {0};
    JitInput input = {.name = memory_clone_text(name ? name : "input")};
    strbuf_add_bytes(&input.image, data, size);
    strbuf_add_bytes(&input.image, padding, sizeof padding);
    char *unpacked;
    CUresult found =
        image_find_ptx(input.image.data, target_capability(), &input.ptx, &unpacked, &error);
    if (found == CUDA_SUCCESS && unpacked) {
        strbuf_free(&input.image);
        strbuf_add_text(&input.image, unpacked);
        strbuf_add_bytes(&input.image, padding, sizeof padding);
        input.ptx = view_of(input.image.data);
    }
    free(unpacked);
    if (found == CUDA_SUCCESS) {
        vec_push(&link->inputs, input);
        return NVJITLINK_SUCCESS;
    }
    strbuf_free(&input.image);
    free(input.name);
    return fail(link, NVJITLINK_ERROR_UNRECOGNIZED_INPUT, &error);
}

/* As an input of any kind: the magic number at its start tells. */
static bool is_lto(const void *data, size_t size)
{
    static const unsigned char magic[] = {0xed, 0x43, 0x4e, 0x7f};
    return size > sizeof magic && !memcmp(data, magic, sizeof magic);
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle link, nvJitLinkInputType type, const void *data,
                                 size_t size, const char *name)
{
    if (!link || !data || !size)
        return NVJITLINK_ERROR_INVALID_INPUT;
    /* The device runtime's archive is machine code: our own PTX stands for it. */
    if (type == NVJITLINK_INPUT_LIBRARY && name && strstr(name, "cudadevrt"))
        return add_image(link, ptx_device_runtime, strlen(ptx_device_runtime), name);
    return type == NVJITLINK_INPUT_LTOIR || is_lto(data, size) ? add_lto(link, data, size, name)
                                                               : add_image(link, data, size, name);
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle link, nvJitLinkInputType type, const char *path)
{
    Error error = {0};
    StrBuf content = {0};
    if (!link || !path)
        return NVJITLINK_ERROR_INVALID_INPUT;
    nvJitLinkResult result = NVJITLINK_ERROR_INVALID_INPUT;
    if (file_read(path, file_bytes_max, &content, &error))
        result = nvJitLinkAddData(link, type, content.data, content.size, path);
    else
        fail(link, result, &error);
    strbuf_free(&content);
    return result;
}

/* Of "-maxrregcount=32"; 0: none. */
static uint32_t register_limit(nvJitLinkHandle link)
{
    static const char flag[] = "-maxrregcount=";
    for (size_t i = 0; i < link->options.size; i++)
        if (!strncmp(link->options.data[i], flag, sizeof flag - 1))
            return (uint32_t)strtoul(link->options.data[i] + sizeof flag - 1, NULL, 10);
    return 0;
}

/* What comes of no input: a module without anything in it. */
static void put_nothing(StrBuf *out)
{
    strbuf_format(out, ".version 7.0\n.target sm_%d\n.address_size 64\n", target_capability());
}

/* "sm_86" of "-arch=sm_86". */
static const char *target_of(nvJitLinkHandle link)
{
    static const char flag[] = "-arch=";
    for (size_t i = 0; i < link->options.size; i++)
        if (!strncmp(link->options.data[i], flag, sizeof flag - 1))
            return link->options.data[i] + sizeof flag - 1;
    return "sm_75";
}

/* The PTX of the LTO-IR, with all that the inputs ask for. */
static bool complete_lto(nvJitLinkHandle link, const PtxInputs *inputs, StrBuf *out, Error *error)
{
    StrBuf anchor = {0}, text = {0};
    bool anchored = anchor_make(inputs->data, inputs->size, target_of(link), &anchor);
    bool done = (!anchored || lto_add(link->lto, anchor.data, anchor.size, "anchor", error)) &&
                lto_complete(link->lto, &text, error);
    if (done && anchored)
        anchor_remove(strbuf_view(&text), inputs->data, inputs->size, out);
    else
        strbuf_add(out, strbuf_view(&text));
    strbuf_free(&anchor);
    strbuf_free(&text);
    return done;
}

static bool link_all(nvJitLinkHandle link, Error *error)
{
    StrBuf lto = {0};
    PtxInputs inputs = {0};
    for (size_t i = 0; i < link->inputs.size; i++)
        vec_push(&inputs, (PtxLinkInput){link->inputs.data[i].ptx, link->inputs.data[i].name});
    bool done = !link->lto || complete_lto(link, &inputs, &lto, error);
    if (link->lto)
        vec_push(&inputs, (PtxLinkInput){strbuf_view(&lto), "lto"});
    StrBuf text = {0};
    uint32_t limit = register_limit(link);
    if (done && !inputs.size)
        put_nothing(&link->linked);
    else
        done = done && ptx_link(inputs.data, inputs.size, limit ? &text : &link->linked, error);
    if (done && limit)
        done = ptx_limit_registers(strbuf_view(&text), limit, &link->linked, error);
    strbuf_free(&text);
    vec_free(&inputs);
    strbuf_free(&lto);
    return done;
}

/* The compilers' own functions, and those of the device runtime. */
static bool device_brings(View name)
{
    static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (view_equal_text(name, names[i]))
            return true;
    return view_starts(name, "cuda") || view_starts(name, "__cuda");
}

/* The first input in which the name stands. */
static const char *input_naming(nvJitLinkHandle link, View name)
{
    for (size_t i = 0; i < link->inputs.size; i++) {
        View text = link->inputs.data[i].ptx;
        if (memmem(text.data, text.size, name.data, name.size))
            return link->inputs.data[i].name;
    }
    return "";
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle link)
{
    Error error = {0};
    if (!link)
        return NVJITLINK_ERROR_INVALID_INPUT;
    PtxModule *ptx = NULL;
    if (link_all(link, &error))
        ptx = ptx_parse(strbuf_view(&link->linked), &error);
    if (!ptx)
        return fail(link, NVJITLINK_ERROR_PTX_COMPILE, &error);
    View name = ptx_undefined_name(ptx, device_brings);
    if (name.size)
        error_set(&error, ERROR_CONTENT, "Undefined reference to '%.*s' in '%s'", VIEW_ARG(name),
                  input_naming(link, name));
    ptx_free(ptx);
    return name.size ? fail(link, NVJITLINK_ERROR_INTERNAL, &error) : NVJITLINK_SUCCESS;
}

/* Texts go out with their NUL. */
static nvJitLinkResult give_size(const StrBuf *text, size_t *size)
{
    if (!size)
        return NVJITLINK_ERROR_INVALID_INPUT;
    *size = text->size ? text->size + 1 : 0;
    return NVJITLINK_SUCCESS;
}

static nvJitLinkResult give_bytes(const StrBuf *text, void *out)
{
    if (!out)
        return NVJITLINK_ERROR_INVALID_INPUT;
    if (text->size)
        memcpy(out, text->data, text->size + 1);
    return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle link, size_t *size)
{
    return link ? give_size(&link->linked, size) : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle link, void *cubin)
{
    return link ? give_bytes(&link->linked, cubin) : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle link, size_t *size)
{
    return nvJitLinkGetLinkedCubinSize(link, size);
}

nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle link, char *ptx)
{
    return nvJitLinkGetLinkedCubin(link, ptx);
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle link, size_t *size)
{
    return link ? give_size(&link->log, size) : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle link, char *log)
{
    return link ? give_bytes(&link->log, log) : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle link, size_t *size)
{
    static const StrBuf nothing;
    return link ? give_size(&nothing, size) : NVJITLINK_ERROR_INVALID_INPUT;
}

nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle link, char *log)
{
    return link && log ? NVJITLINK_SUCCESS : NVJITLINK_ERROR_INVALID_INPUT;
}

/* Programs that are linked with nvJitLink ask for the names of their version: headers make
 * nvJitLinkCreate to __nvJitLinkCreate_13_0. */
#define VERSIONED(name, major, minor)                            \
    EXPORT extern __typeof__(name) __##name##_##major##_##minor; \
    extern __typeof__(name) __##name##_##major##_##minor __attribute__((alias(#name)));
/* clang-format off */
#define MINORS(name, major) \
    VERSIONED(name, major, 0) VERSIONED(name, major, 1) VERSIONED(name, major, 2) \
    VERSIONED(name, major, 3) VERSIONED(name, major, 4) VERSIONED(name, major, 5) \
    VERSIONED(name, major, 6) VERSIONED(name, major, 7) VERSIONED(name, major, 8) \
    VERSIONED(name, major, 9)
#define VERSIONS(name, parameters) MINORS(name, 12) MINORS(name, 13)
/* clang-format on */
NVJITLINK_FUNCTIONS(VERSIONS)

typedef struct FrontRow {
    const char *name;
    void *front;
} FrontRow;

static const FrontRow rows[] = {
#define ROW(name, parameters) {#name, (void *)name},
    NVJITLINK_FUNCTIONS(ROW)};

void *front_nvjitlink(const char *name, void *real)
{
    if (!strncmp(name, "__", 2))
        name += 2;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t size = strlen(rows[i].name);
        if (!strncmp(name, rows[i].name, size) && (!name[size] || name[size] == '_'))
            return rows[i].front;
    }
    return real;
}
