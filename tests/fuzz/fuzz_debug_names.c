/* libFuzzer: PTX text with debug information. Whatever it says, names are asked for. */
#include "debug/names.h"
#include "debug/objects.h"
#include "ptx/parse.h"

enum { ASKED_MOST = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void ask(const PtxModule *module, const PtxFunction *function)
{
    DebugName name;
    uint32_t insts = least(function->inst_count, ASKED_MOST);
    for (uint32_t reg = 0; reg < least(function->reg_count, ASKED_MOST); reg++)
        debug_name_register(&name, module, function, insts ? reg % insts : 0, reg);
    for (uint32_t offset = 0; offset < least((uint32_t)function->local_size, ASKED_MOST); offset++)
        debug_name_local(&name, module, function, insts ? offset % insts : 0, offset);
}

static void describe(DebugObjects *objects, const DebugObject *object)
{
    char text[DEBUG_NAME] = "";
    for (int64_t offset = -9; offset < 99; offset += 27)
        debug_describe(debug_objects_dwarf(objects), object->type, offset, 4, text);
}

static void ask_objects(DebugObjects *objects, const PtxFunction *function)
{
    DebugObject object;
    uint64_t start;
    for (uint32_t reg = 0; reg < least(function->reg_count, ASKED_MOST); reg++)
        if (debug_object_pointee(objects, function, reg, &object))
            describe(objects, &object);
    for (uint32_t offset = 0; offset < least((uint32_t)function->local_size, ASKED_MOST); offset++)
        if (debug_object_around(objects, function, offset, &start, &object))
            describe(objects, &object);
}

static void describe_type(DebugObjects *objects, const DwarfEntry *type)
{
    DebugObject object = {.type = type};
    if (!type)
        return;
    debug_stride_of(debug_objects_dwarf(objects), type);
    describe(objects, &object);
}

static void ask_elements(DebugObjects *objects, const PtxFunction *function)
{
    View name;
    for (uint32_t i = 0; i < least(function->local_count, ASKED_MOST); i++)
        describe_type(objects, debug_type_of_symbol(objects, function->locals[i]->name,
                                                    function->locals[i]->size));
    for (uint32_t i = 0; i < 3; i++)
        describe_type(objects, debug_type_behind_parameter(objects, function->name, i, &name));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PtxModule *module = ptx_parse((View){(const char *)data, size}, NULL);
    for (uint32_t i = 0; module && i < least(module->function_count, 2); i++)
        ask(module, module->functions[i]);
    DebugObjects *objects = debug_objects_open(module);
    for (uint32_t i = 0; objects && i < least(module->function_count, 2); i++) {
        ask_objects(objects, module->functions[i]);
        ask_elements(objects, module->functions[i]);
    }
    debug_objects_close(objects);
    ptx_free(module);
    return 0;
}
