/* libFuzzer: the line table of a compiled program, an ELF file with DWARF. */
#include "host/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    LineTable table = {0};
    lines_read((View){(const char *)data, size}, "host.c", &table);
    for (uint64_t address = 0; address < 64; address++)
        lines_find(&table, 0x1000 + address * 16);
    lines_free(&table);
    return 0;
}
