/* Checks of a launch against the kernel and the device, in the words of a teacher. */
#include "worker/refuse.h"

#include <inttypes.h>

bool launch_check_kernel(const EntryList *entries, const RunMessage *run, const Entry **entry,
                         StrBuf *why)
{
    *entry = entry_find(entries, run->kernel);
    if (*entry)
        return true;
    strbuf_format(why, "no kernel is called \"%s\" in this source", run->kernel);
    if (entries->size == 0)
        strbuf_add_text(why, ": it has no __global__ function");
    for (size_t i = 0; i < entries->size; i++)
        strbuf_format(why, "%s%s", i ? ", " : ": there are ", entries->data[i].name);
    return false;
}

bool launch_check_arguments(const Entry *entry, const RunMessage *run, StrBuf *why)
{
    if (entry->parameters.size != run->arguments.size) {
        strbuf_format(why, "kernel %s has %zu parameter%s, %zu argument%s given", entry->name,
                      entry->parameters.size, entry->parameters.size == 1 ? "" : "s",
                      run->arguments.size, run->arguments.size == 1 ? " was" : "s were");
        return false;
    }
    for (size_t i = 0; i < run->arguments.size; i++) {
        const RunArgument *argument = &run->arguments.data[i];
        size_t bytes = argument->is_buffer ? 8 : element_bytes(argument->type);
        if (entry->parameters.data[i] == bytes)
            continue;
        strbuf_format(why, "parameter %zu of kernel %s takes %u bytes, argument %s%s(%s%s) has %zu",
                      i + 1, entry->name, entry->parameters.data[i], argument->name,
                      *argument->name ? " " : "", argument->is_buffer ? "buffer of " : "",
                      element_text(argument->type), bytes);
        if (argument->is_buffer)
            strbuf_add_text(why, ": it is no pointer, so it takes a number");
        else if (entry->parameters.data[i] == 8)
            strbuf_add_text(why, ": if it is a pointer, it takes a buffer");
        return false;
    }
    return true;
}

typedef struct ShapeRule {
    CUdevice_attribute attribute;
    const char *what;
} ShapeRule;

static const ShapeRule shape_rules[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, "a block's x size"},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, "a block's y size"},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, "a block's z size"},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, "a grid's x size"},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, "a grid's y size"},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, "a grid's z size"},
};

bool launch_check_shape(const Device *device, const RunMessage *run, StrBuf *why)
{
    const Dim3 *b = &run->block, *g = &run->grid;
    uint32_t sizes[] = {b->x, b->y, b->z, g->x, g->y, g->z};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int limit = device_attribute(device, shape_rules[i].attribute);
        if (sizes[i] == 0) {
            strbuf_format(why, "%s is 0: it must be at least 1", shape_rules[i].what);
            return false;
        }
        if (limit > 0 && sizes[i] > (uint32_t)limit) {
            strbuf_format(why, "%s is %u: this device allows at most %d", shape_rules[i].what,
                          sizes[i], limit);
            return false;
        }
    }
    uint64_t threads = (uint64_t)b->x * b->y * b->z;
    int limit = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    if (limit > 0 && threads > (uint64_t)limit) {
        strbuf_format(why,
                      "a block of %u x %u x %u has %" PRIu64
                      " threads: this device allows at most %d in a block",
                      b->x, b->y, b->z, threads, limit);
        return false;
    }
    return true;
}

static int function_attribute(const Device *device, CUfunction function,
                              CUfunction_attribute attribute)
{
    int value = 0;
    if (device->cuda.cuFuncGetAttribute(&value, attribute, function) != CUDA_SUCCESS)
        return 0;
    return value;
}

static bool check_shared(const Device *device, CUfunction function, const RunMessage *run,
                         StrBuf *why)
{
    int fixed = function_attribute(device, function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    int usual = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
    int most = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    most = most > usual ? most : usual;
    uint64_t wanted = run->shared > INT32_MAX ? UINT64_MAX : run->shared + (uint64_t)fixed;
    if (most > 0 && wanted > (uint64_t)most) {
        strbuf_format(why,
                      "the block wants %" PRIu64 " bytes of dynamic and %d bytes of static "
                      "shared memory: this device has %d bytes for a block",
                      run->shared, fixed, most);
        return false;
    }
    if (wanted > (uint64_t)usual)
        device->cuda.cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                        (int)run->shared);
    return true;
}

bool launch_check_function(const Device *device, CUfunction function, const RunMessage *run,
                           StrBuf *why)
{
    uint64_t threads = (uint64_t)run->block.x * run->block.y * run->block.z;
    int most = function_attribute(device, function, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    if (most > 0 && threads > (uint64_t)most) {
        strbuf_format(why,
                      "the block has %" PRIu64 " threads: this kernel can run with %d at most, "
                      "for its registers or its __launch_bounds__",
                      threads, most);
        return false;
    }
    return check_shared(device, function, run, why);
}
