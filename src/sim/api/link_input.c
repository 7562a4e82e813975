/* What a linker is handed, taken apart: archives into members, host objects into fat binaries. */
#include "sim/api/link_input.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "base/view.h"
#include "sim/api/image.h"

enum {
    NAME_MAX_BYTES = 1024,
    FATBIN_MAGIC = 0xba55ed50,
    FATBIN_HEADER = 16,
    FATBIN_ALIGN = 8,
    ELF_MACHINE_CUDA = 190,
};
static const char archive_magic[] = "!<arch>\n";

typedef struct Input {
    const char *name;
    bool optional;
    void *state;
    LinkPiece *piece;
    Error *error;
} Input;

typedef struct Bytes {
    const unsigned char *data;
    size_t size;
} Bytes;

/* Empty when it doesn't lie inside. */
static Bytes bytes_part(Bytes whole, uint64_t at, uint64_t size)
{
    if (at > whole.size || size > whole.size - at)
        return (Bytes){0};
    return (Bytes){whole.data + at, (size_t)size};
}

static CUresult broken(const Input *input, const char *what)
{
    error_set(input->error, ERROR_CONTENT, "%s: %s", input->name, what);
    return CUDA_ERROR_INVALID_IMAGE;
}

static bool is_fatbin(Bytes bytes)
{
    uint32_t magic = 0;
    if (bytes.size >= FATBIN_HEADER)
        memcpy(&magic, bytes.data, sizeof magic);
    return magic == FATBIN_MAGIC;
}

/* Bytes of the fat binary that begins here; 0: it is longer than what is there. */
static size_t fatbin_size(Bytes bytes)
{
    uint16_t header;
    uint64_t entries;
    memcpy(&header, bytes.data + 6, sizeof header);
    memcpy(&entries, bytes.data + 8, sizeof entries);
    if (header < FATBIN_HEADER || header > bytes.size || entries > bytes.size - header)
        return 0;
    return header + (size_t)entries;
}

/* -- host objects */

/* Fat binaries one after the other. */
static CUresult section_split(const Input *input, Bytes section)
{
    while (is_fatbin(section)) {
        size_t size = fatbin_size(section);
        if (!size)
            return broken(input, "the object's fat binary is cut off");
        CUresult result = input->piece(input->state, section.data, size, input->name,
                                       input->optional, input->error);
        if (result != CUDA_SUCCESS)
            return result;
        size = (size + FATBIN_ALIGN - 1) / FATBIN_ALIGN * FATBIN_ALIGN;
        section = bytes_part(section, size, section.size < size ? 0 : section.size - size);
    }
    return CUDA_SUCCESS;
}

static bool section_header(Bytes object, const Elf64_Ehdr *elf, uint32_t index, Elf64_Shdr *out)
{
    Bytes header =
        bytes_part(object, elf->e_shoff + (uint64_t)index * elf->e_shentsize, sizeof *out);
    if (!header.size)
        return false;
    memcpy(out, header.data, sizeof *out);
    return true;
}

/* Whether the section holds device code, by its name. */
static bool is_device_section(Bytes names, const Elf64_Shdr *section)
{
    static const char *const known[] = {".nv_fatbin", "__nv_relfatbin"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Bytes name = bytes_part(names, section->sh_name, strlen(known[i]) + 1);
        if (name.size && !memcmp(name.data, known[i], name.size))
            return true;
    }
    return false;
}

static CUresult object_split(const Input *input, Bytes object)
{
    Elf64_Ehdr elf;
    Elf64_Shdr names_header, section;
    if (object.size < sizeof elf)
        return broken(input, "the object is cut off");
    memcpy(&elf, object.data, sizeof elf);
    if (elf.e_machine == ELF_MACHINE_CUDA)
        return input->piece(input->state, object.data, object.size, input->name, input->optional,
                            input->error);
    if (elf.e_ident[EI_CLASS] != ELFCLASS64 ||
        !section_header(object, &elf, elf.e_shstrndx, &names_header))
        return broken(input, "the object is no 64-bit ELF file with sections");
    Bytes names = bytes_part(object, names_header.sh_offset, names_header.sh_size);
    for (uint32_t i = 0; i < elf.e_shnum; i++) {
        if (!section_header(object, &elf, i, &section))
            return broken(input, "the object is cut off");
        if (!is_device_section(names, &section))
            continue;
        CUresult result =
            section_split(input, bytes_part(object, section.sh_offset, section.sh_size));
        if (result != CUDA_SUCCESS)
            return result;
    }
    return CUDA_SUCCESS;
}

static CUresult image_split(const Input *input, Bytes image)
{
    if (image.size >= SELFMAG && !memcmp(image.data, ELFMAG, SELFMAG))
        return object_split(input, image);
    if (!image_is_whole(image.data, image.size, !input->optional))
        return broken(input, "the fat binary is cut off");
    return input->piece(input->state, image.data, image.size, input->name, input->optional,
                        input->error);
}

/* -- archives: a header of 60 characters before each member */

enum { MEMBER_HEADER = 60, MEMBER_NAME = 16, MEMBER_SIZE_AT = 48, MEMBER_SIZE = 10 };

/* The member's name: in its header, or at a place in the table of long names. */
static View member_name(View field, Bytes long_names)
{
    uint64_t at;
    field = view_trim(field);
    if (field.size > 1 && field.data[0] == '/' &&
        view_to_u64(view_slice(field, 1, field.size), &at) && at < long_names.size) {
        View rest = {(const char *)long_names.data + at, long_names.size - (size_t)at};
        field = view_slice(rest, 0, view_find(rest, '\n'));
    }
    return field.size && field.data[field.size - 1] == '/' ? view_slice(field, 0, field.size - 1)
                                                           : field;
}

/* Symbol tables and the table of names have names that begin with a slash alone. */
static bool is_table(View field)
{
    return view_starts(field, "/ ") || view_starts(field, "// ") || view_starts(field, "/SYM64/") ||
           view_starts(field, "__.SYMDEF");
}

static CUresult archive_split(const Input *input, Bytes archive)
{
    Bytes long_names = {0};
    for (uint64_t at = sizeof archive_magic - 1; at < archive.size;) {
        Bytes header = bytes_part(archive, at, MEMBER_HEADER);
        View text = {(const char *)header.data, header.size};
        uint64_t size;
        if (!header.size ||
            !view_to_u64(view_trim(view_slice(text, MEMBER_SIZE_AT, MEMBER_SIZE_AT + MEMBER_SIZE)),
                         &size) ||
            size > archive.size - at - MEMBER_HEADER)
            return broken(input, "the archive is cut off or damaged");
        Bytes member = bytes_part(archive, at + MEMBER_HEADER, size);
        View field = view_slice(text, 0, MEMBER_NAME);
        at += MEMBER_HEADER + size + size % 2;
        if (view_starts(field, "// "))
            long_names = member;
        if (is_table(field) || !member.size)
            continue;
        char name[NAME_MAX_BYTES];
        View bare = member_name(field, long_names);
        snprintf(name, sizeof name, "%s(%.*s)", input->name, VIEW_ARG(bare));
        Input inner = *input;
        inner.name = name;
        inner.optional = true;
        CUresult result = image_split(&inner, member);
        if (result != CUDA_SUCCESS)
            return result;
    }
    return CUDA_SUCCESS;
}

CUresult link_input_split(const void *data, size_t size, const char *name, void *state,
                          LinkPiece *piece, Error *error)
{
    Input input = {.name = name, .state = state, .piece = piece, .error = error};
    Bytes bytes = {data, size};
    size_t magic = sizeof archive_magic - 1;
    if (size >= magic && !memcmp(data, archive_magic, magic))
        return archive_split(&input, bytes);
    return image_split(&input, bytes);
}
