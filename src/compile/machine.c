/* ptxas's report and nvdisasm's listing. */
#include "compile/machine.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/spawn.h"

enum { KERNELS_KEPT = 1000, LISTING_READ = 64 << 20, DISASSEMBLE_SECONDS = 20 };

/* The number before `words` in the line; false: these do not stand there. */
static bool number_before(View line, const char *words, uint32_t *out)
{
    const char *at = memmem(line.data, line.size, words, strlen(words));
    uint64_t value;
    if (!at)
        return false;
    const char *end = at, *start = end;
    while (start > line.data && start[-1] >= '0' && start[-1] <= '9')
        start--;
    if (!view_to_u64((View){start, (size_t)(end - start)}, &value) || value > UINT32_MAX)
        return false;
    *out = (uint32_t)value;
    return true;
}

/* "... Compiling entry function 'NAME' for 'sm_86'" */
static bool begins_kernel(View line, CompileResult *out)
{
    static const char words[] = "Compiling entry function '";
    const char *at = memmem(line.data, line.size, words, strlen(words));
    if (!at)
        return false;
    const char *name = at + strlen(words), *end = line.data + line.size;
    const char *quote = memchr(name, '\'', (size_t)(end - name));
    if (quote && out->code.size < KERNELS_KEPT)
        vec_push(&out->code,
                 (KernelCode){.name = memory_clone_bytes(name, (size_t)(quote - name))});
    return true;
}

void machine_read_log(View log, CompileResult *out)
{
    View line;
    while (view_split(&log, '\n', &line)) {
        if (begins_kernel(line, out) || out->code.size == 0)
            continue;
        KernelCode *code = &vec_last(&out->code);
        number_before(line, " bytes stack frame", &code->stack);
        number_before(line, " bytes spill stores", &code->spill_stores);
        number_before(line, " bytes spill loads", &code->spill_loads);
        /* "Used 12 registers": the device functions' lines have no "Used". */
        const char *used = memmem(line.data, line.size, "Used ", 5);
        if (used) {
            number_before(line, " registers", &code->registers);
            number_before(line, " barriers", &code->barriers);
        }
    }
}

/* FOLDER/nvdisasm for each place a toolkit may lie in; NULL: in none of them. */
static char *find_tool(const char *nvrtc_path)
{
    static const char *const beside[] = {"/../bin/nvdisasm", "/../../../bin/nvdisasm",
                                         "/../../bin/nvdisasm"};
    const char *named = getenv("CULAB_NVDISASM"),
               *slash = nvrtc_path ? strrchr(nvrtc_path, '/') : NULL;
    StrBuf path = {0};
    if (named && *named)
        return memory_clone_text(named);
    View folders = view_of(getenv("PATH") ? getenv("PATH") : ""), folder;
    while (view_split(&folders, ':', &folder)) {
        strbuf_clear(&path);
        strbuf_add(&path, folder);
        strbuf_add_text(&path, "/nvdisasm");
        if (folder.size > 0 && access(strbuf_text(&path), X_OK) == 0)
            return strbuf_take(&path);
    }
    for (size_t i = 0; slash && i < sizeof beside / sizeof *beside; i++) {
        strbuf_clear(&path);
        strbuf_add(&path, (View){nvrtc_path, (size_t)(slash - nvrtc_path)});
        strbuf_add_text(&path, beside[i]);
        if (access(strbuf_text(&path), X_OK) == 0)
            return strbuf_take(&path);
    }
    strbuf_free(&path);
    return NULL;
}

static int file_in_memory(View content)
{
    int fd = memfd_create("cubin", MFD_CLOEXEC);
    if (fd >= 0 && fd_write_all(fd, content.data, content.size) && lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Runs the tool on the file; what it wrote, or NULL with a reason. */
static char *listing_of(const char *tool, int input, Error *error)
{
    int pipe_ends[2], status = 0;
    const char *const arguments[] = {tool, "-g", "-c", "/dev/stdin", NULL};
    StrBuf text = {0};
    pid_t pid;
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
        error_set(error, ERROR_MACHINE, "no pipe can be had");
        return NULL;
    }
    SpawnRequest request = {.arguments = arguments,
                            .input = input,
                            .output = pipe_ends[1],
                            .errors = -1,
                            .die_with_parent = true,
                            .cpu_seconds = DISASSEMBLE_SECONDS};
    bool started = spawn_start(&request, &pid, error);
    close(pipe_ends[1]);
    bool whole = started && fd_read_all(pipe_ends[0], &text, LISTING_READ);
    close(pipe_ends[0]);
    if (started && spawn_wait(pid, &status) && whole && text.size > 0)
        return strbuf_take(&text);
    if (started) {
        StrBuf end = {0};
        spawn_describe(status, &end);
        error_set(error, ERROR_MACHINE, "nvdisasm %s", strbuf_text(&end));
        strbuf_free(&end);
    }
    strbuf_free(&text);
    return NULL;
}

void machine_disassemble(View cubin, const char *nvrtc_path, CompileResult *out)
{
    Error error = {0};
    char *tool = find_tool(nvrtc_path);
    int input = tool ? file_in_memory(cubin) : -1;
    if (!tool)
        error_set(&error, ERROR_MACHINE,
                  "nvdisasm is missing: it comes with the CUDA toolkit, or as the Python package "
                  "nvidia-cuda-nvdisasm; $CULAB_NVDISASM may say where it lies");
    else if (input < 0)
        error_set(&error, ERROR_MACHINE, "the machine code cannot be given to nvdisasm");
    else
        out->sass = listing_of(tool, input, &error);
    if (!out->sass)
        out->sass_trouble = memory_clone_text(error.text);
    if (input >= 0)
        close(input);
    free(tool);
}
