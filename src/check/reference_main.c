/* The program around a lesson's reference.c. All arguments lie in one file that is the program's
 * standard input; the results are left in it. */
#include "check/reference.h"

static const char *const c_types[ELEMENT_COUNT] = {
    [ELEMENT_I8] = "int8_t",    [ELEMENT_U8] = "uint8_t",   [ELEMENT_I16] = "int16_t",
    [ELEMENT_U16] = "uint16_t", [ELEMENT_I32] = "int32_t",  [ELEMENT_U32] = "uint32_t",
    [ELEMENT_I64] = "int64_t",  [ELEMENT_U64] = "uint64_t", [ELEMENT_F16] = "uint16_t",
    [ELEMENT_F32] = "float",    [ELEMENT_F64] = "double",
};

static void add_argument(const ArgumentSpec *argument, size_t index, StrBuf *out)
{
    strbuf_format(out, "%s\n        ", index ? "," : "");
    if (!argument->is_buffer)
        strbuf_format(out, "*(%s *)(data + at[%zu])", c_types[argument->type], index);
    else
        strbuf_format(out, "(%s%s *)(data + at[%zu])", argument->role == ROLE_IN ? "const " : "",
                      c_types[argument->type], index);
}

void reference_write_main(const Exercise *exercise, StrBuf *out)
{
    strbuf_format(out,
                  "#include <stdint.h>\n"
                  "#include \"reference.c\"\n"
                  "#include <stdlib.h>\n"
                  "#include <sys/mman.h>\n"
                  "#include <sys/stat.h>\n"
                  "int main(int argc, char **argv)\n"
                  "{\n"
                  "    size_t at[%zu] = {0};\n"
                  "    struct stat status;\n"
                  "    if (argc != %zu || fstat(0, &status) != 0)\n"
                  "        return 100;\n"
                  "    for (int i = 1; i < argc; i++)\n"
                  "        at[i - 1] = strtoull(argv[i], NULL, 10);\n"
                  "    char *data = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE,\n"
                  "                      MAP_SHARED, 0, 0);\n"
                  "    if (data == MAP_FAILED)\n"
                  "        return 101;\n"
                  "    %s(",
                  exercise->argument_count + 1, exercise->argument_count + 1, exercise->reference);
    for (size_t i = 0; i < exercise->argument_count; i++)
        add_argument(&exercise->arguments[i], i, out);
    strbuf_add_text(out, ");\n    return 0;\n}\n");
}
