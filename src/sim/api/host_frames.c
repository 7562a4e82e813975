/* Where in the program a call of the library came from.
 *
 * What an address is called is read from the process's map and the files in it, not asked of the
 * loader: its lock may be held by a thread whose constructor waits for the library's. */
#include "sim/api/host_frames.h"

#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH = 16 }; /* a few of them are the library's own */

/* The linker's: where the library begins, which is mapped from its file's beginning on, and where
 * its code ends. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

void host_frames_prepare(void)
{
    void *one[1];
    backtrace(one, 1);
}

bool host_frame_is_own(const void *code)
{
    return (const char *)code >= __ehdr_start && (const char *)code < etext;
}

void host_frames_take(HostFrames *out)
{
    void *at[DEPTH];
    int count = backtrace(at, DEPTH);
    out->count = 0;
    for (int i = 0; i < count && out->count < HOST_FRAMES; i++)
        if (!host_frame_is_own(at[i]))
            out->at[out->count++] = (uintptr_t)at[i];
}

/* A file that is mapped where the address lies, and the address's offset in it. */
typedef struct Mapped {
    char path[4096];
    uint64_t offset;
} Mapped;

static bool mapped_find(uintptr_t at, Mapped *out)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[4500];
    bool found = false;
    while (maps && !found && fgets(line, sizeof line, maps)) {
        unsigned long long start, end, offset;
        int path = 0;
        if (sscanf(line, "%llx-%llx %*s %llx %*s %*s %n", &start, &end, &offset, &path) < 3 ||
            at < start || at >= end)
            continue;
        line[strcspn(line, "\n")] = '\0';
        found = path > 0 && line[path] == '/';
        snprintf(out->path, sizeof out->path, "%s", found ? line + path : "");
        out->offset = at - start + offset;
    }
    if (maps)
        fclose(maps);
    return found;
}

typedef struct Image {
    const char *data;
    size_t size;
} Image;

/* `count` rows of `size` bytes; NULL: the file has none such. */
static const void *rows(const Image *image, uint64_t offset, uint64_t count, size_t size)
{
    bool within = offset <= image->size && count <= (image->size - offset) / size;
    return within && offset % 8 == 0 ? image->data + offset : NULL;
}

/* The address that the file's own tables have for an offset; `offset` itself when there is none. */
static uint64_t address_of(const Image *image, const Elf64_Ehdr *head, uint64_t offset)
{
    const Elf64_Phdr *parts = rows(image, head->e_phoff, head->e_phnum, sizeof *parts);
    for (unsigned i = 0; parts && i < head->e_phnum; i++)
        if (parts[i].p_type == PT_LOAD && offset >= parts[i].p_offset &&
            offset - parts[i].p_offset < parts[i].p_filesz)
            return offset - parts[i].p_offset + parts[i].p_vaddr;
    return offset;
}

/* The function around an address in one table of symbols. */
static const char *function_in(const Image *image, const Elf64_Shdr *table, const Elf64_Shdr *names,
                               uint64_t address, uint64_t *start)
{
    uint64_t count = table->sh_size / sizeof(Elf64_Sym);
    const Elf64_Sym *symbols = rows(image, table->sh_offset, count, sizeof *symbols);
    if (!symbols || names->sh_offset > image->size ||
        names->sh_size > image->size - names->sh_offset)
        return NULL;
    const char *text = image->data + names->sh_offset;
    for (uint64_t i = 0; i < count; i++) {
        const Elf64_Sym *symbol = &symbols[i];
        if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && address >= symbol->st_value &&
            address - symbol->st_value < symbol->st_size && symbol->st_name < names->sh_size &&
            memchr(text + symbol->st_name, '\0', names->sh_size - symbol->st_name)) {
            *start = symbol->st_value;
            return text + symbol->st_name;
        }
    }
    return NULL;
}

static const char *function_find(const Image *image, const Elf64_Ehdr *head, uint64_t address,
                                 uint64_t *start)
{
    const Elf64_Shdr *parts = rows(image, head->e_shoff, head->e_shnum, sizeof *parts);
    const char *name = NULL;
    for (unsigned i = 0; parts && !name && i < head->e_shnum; i++)
        if ((parts[i].sh_type == SHT_SYMTAB || parts[i].sh_type == SHT_DYNSYM) &&
            parts[i].sh_link < head->e_shnum)
            name = function_in(image, &parts[i], &parts[parts[i].sh_link], address, start);
    return name;
}

static Image image_open(const char *path)
{
    struct stat file;
    Image image = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
        file.st_size >= (off_t)sizeof(Elf64_Ehdr)) {
        void *data = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data != MAP_FAILED)
            image = (Image){data, (size_t)file.st_size};
    }
    if (fd >= 0)
        close(fd);
    return image;
}

bool host_frame_describe(uintptr_t at, char out[HOST_FRAME_TEXT])
{
    Mapped mapped;
    uint64_t start = 0;
    snprintf(out, HOST_FRAME_TEXT, "0x%llx", (unsigned long long)at);
    if (!mapped_find(at - 1, &mapped)) /* a call may be the last instruction of its function */
        return true;
    Image image = image_open(mapped.path);
    const Elf64_Ehdr *head = (const void *)image.data;
    bool is_elf = head && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
                  head->e_ident[EI_CLASS] == ELFCLASS64 &&
                  head->e_phentsize == sizeof(Elf64_Phdr) &&
                  (!head->e_shnum || head->e_shentsize == sizeof(Elf64_Shdr));
    uint64_t address = is_elf ? address_of(&image, head, mapped.offset) : mapped.offset;
    const char *name = is_elf ? function_find(&image, head, address, &start) : NULL;
    if (name)
        snprintf(out, HOST_FRAME_TEXT, "%.150s+0x%llx in %.200s+0x%llx", name,
                 (unsigned long long)(address + 1 - start), mapped.path,
                 (unsigned long long)(address + 1));
    else
        snprintf(out, HOST_FRAME_TEXT, "%.300s+0x%llx", mapped.path,
                 (unsigned long long)(address + 1));
    bool goes_on = !name || strcmp(name, "main") != 0;
    if (image.data)
        munmap((void *)image.data, image.size);
    return goes_on;
}
