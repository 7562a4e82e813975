/* The installed CUDA toolkit, and a folder that looks like it with culab's nvcc and ptxas in it. */
#include "simulate/toolkit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

bool toolkit_is_same(const char *first, const char *second)
{
    struct stat one, other;
    return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool is_real(const char *path, const char *own)
{
    return path && access(path, X_OK) == 0 && !toolkit_is_same(path, own);
}

/* The first file of this name in the folders of PATH that isn't `own`. */
static bool find_in_path(const char *name, const char *own, StrBuf *file)
{
    View rest = view_of(getenv("PATH")), folder;
    while (view_split(&rest, ':', &folder)) {
        strbuf_clear(file);
        strbuf_format(file, "%.*s/%s", VIEW_ARG(folder), name);
        if (is_real(strbuf_text(file), own))
            return true;
    }
    return false;
}

/* Beside the real nvcc, which culab simulate has found. */
static bool find_beside(const char *name, const char *own, StrBuf *file)
{
    const char *nvcc = getenv("CULAB_NVCC"), *slash = nvcc ? strrchr(nvcc, '/') : NULL;
    strbuf_clear(file);
    if (slash)
        strbuf_format(file, "%.*s/%s", (int)(slash - nvcc), nvcc, name);
    return slash && is_real(strbuf_text(file), own);
}

static bool find_at_home(const char *name, const char *own, StrBuf *file)
{
    const char *home = getenv("CUDA_HOME");
    strbuf_clear(file);
    strbuf_format(file, "%s/bin/%s", home && *home ? home : "/usr/local/cuda", name);
    return is_real(strbuf_text(file), own);
}

char *toolkit_tool(const char *name, const char *asked, const char *own)
{
    StrBuf file = {0};
    if (asked && strchr(asked, '/') && is_real(asked, own))
        return memory_clone_text(asked);
    if (find_beside(name, own, &file) || find_in_path(name, own, &file) ||
        find_at_home(name, own, &file))
        return strbuf_take(&file);
    strbuf_free(&file);
    return NULL;
}

/* LD_PRELOAD without culab's library: what the real tools start are no programs to simulate. */
static void preload_drop(void)
{
    static const char ours[] = "libculab-simulate.so";
    View rest = view_of(getenv("LD_PRELOAD")), one;
    StrBuf kept = {0};
    while (view_split(&rest, ':', &one)) {
        size_t size = sizeof ours - 1;
        if (one.size >= size && !memcmp(one.data + one.size - size, ours, size))
            continue;
        strbuf_format(&kept, "%s%.*s", kept.size ? ":" : "", VIEW_ARG(one));
    }
    setenv("LD_PRELOAD", strbuf_text(&kept), 1);
    strbuf_free(&kept);
}

void toolkit_run(const char *tool, char **words)
{
    preload_drop();
    syscall(SYS_execve, tool, words, environ); /* execv may be culab's, which leads here */
    perror(tool);
}

/* The folder above the bin that nvcc lies in; "": it shares that with the whole system. */
static void find_root(const char *nvcc, StrBuf *root)
{
    char *real = realpath(nvcc, NULL);
    for (int level = 0; real && level < 2; level++) {
        char *slash = strrchr(real, '/');
        if (slash)
            *slash = '\0';
    }
    if (real && *real && strcmp(real, "/usr") != 0)
        strbuf_add_text(root, real);
    free(real);
}

static const char *const tools[] = {"nvcc", "ptxas"}; /* culab has one of its own in front */
enum { TOOLS = sizeof tools / sizeof tools[0] };

static bool is_tool(const char *name)
{
    for (size_t i = 0; i < TOOLS; i++)
        if (!strcmp(name, tools[i]))
            return true;
    return false;
}

/* Links to everything in `from`, except names that are left out. */
static bool link_entries(const char *from, const char *to, bool (*but)(const char *name))
{
    StrBuf target = {0}, link = {0};
    DIR *folder = opendir(from);
    bool done = folder != NULL;
    for (struct dirent *entry; done && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' || but(entry->d_name))
            continue;
        file_join(&target, from, entry->d_name);
        done = symlink(target.data, file_join(&link, to, entry->d_name)) == 0;
    }
    if (folder)
        closedir(folder);
    strbuf_free(&target);
    strbuf_free(&link);
    return done;
}

static void unlink_entries(const char *path)
{
    StrBuf name = {0};
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        unlink(file_join(&name, path, entry->d_name)); /* folders stay; they are none of ours */
    if (folder)
        closedir(folder);
    strbuf_free(&name);
    rmdir(path);
}

static bool make_temporary(StrBuf *folder)
{
    const char *parent = getenv("TMPDIR");
    strbuf_format(folder, "%s/culab-toolkit-XXXXXX", parent && *parent ? parent : "/tmp");
    if (mkdtemp(folder->data))
        return true;
    strbuf_clear(folder);
    return false;
}

static bool link_file(const char *from, const char *to, const char *name)
{
    StrBuf target = {0}, link = {0};
    file_join(&target, from, name);
    bool done = symlink(target.data, file_join(&link, to, name)) == 0;
    strbuf_free(&target);
    strbuf_free(&link);
    return done;
}

static bool is_bin(const char *name)
{
    return !strcmp(name, "bin");
}

static bool link_tools(const char *library, const char *folder)
{
    StrBuf name = {0};
    bool done = true;
    for (size_t i = 0; i < TOOLS && done; i++) {
        strbuf_clear(&name);
        strbuf_format(&name, "bin/%s", tools[i]);
        done = link_file(library, folder, name.data);
    }
    strbuf_free(&name);
    return done;
}

bool toolkit_cover(const char *library, const char *nvcc, StrBuf *folder)
{
    StrBuf root = {0}, bin = {0}, real_bin = {0};
    find_root(nvcc, &root);
    if (!root.size || !make_temporary(folder)) {
        strbuf_free(&root);
        return false;
    }
    file_join(&bin, folder->data, "bin");
    file_join(&real_bin, root.data, "bin");
    bool done = mkdir(bin.data, 0700) == 0 && link_tools(library, folder->data) &&
                link_file(library, folder->data, "libcuda.so.1") &&
                link_entries(real_bin.data, bin.data, is_tool) &&
                link_entries(root.data, folder->data, is_bin);
    if (!done)
        toolkit_uncover(folder);
    strbuf_free(&root);
    strbuf_free(&bin);
    strbuf_free(&real_bin);
    return done;
}

void toolkit_uncover(StrBuf *folder)
{
    StrBuf bin = {0};
    if (folder->size) {
        unlink_entries(file_join(&bin, folder->data, "bin"));
        unlink_entries(folder->data);
    }
    strbuf_free(&bin);
    strbuf_clear(folder);
}
