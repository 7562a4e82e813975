/* The installed CUDA toolkit, and a folder that looks like it with culab's nvcc in it. */
#include "simulate/toolkit.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

static bool is_same(const char *first, const char *second)
{
    struct stat one, other;
    return stat(first, &one) == 0 && stat(second, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

char *toolkit_nvcc(const char *own)
{
    const char *home = getenv("CUDA_HOME"), *path = getenv("PATH"), *known = getenv("CULAB_NVCC");
    if (known && access(known, X_OK) == 0 && !is_same(known, own))
        return memory_clone_text(known);
    View rest = view_of(path), folder;
    StrBuf file = {0};
    while (view_split(&rest, ':', &folder)) {
        strbuf_clear(&file);
        strbuf_format(&file, "%.*s/nvcc", VIEW_ARG(folder));
        if (access(strbuf_text(&file), X_OK) == 0 && !is_same(strbuf_text(&file), own))
            return strbuf_take(&file);
    }
    strbuf_clear(&file);
    strbuf_format(&file, "%s/bin/nvcc", home && *home ? home : "/usr/local/cuda");
    if (access(strbuf_text(&file), X_OK) == 0 && !is_same(strbuf_text(&file), own))
        return strbuf_take(&file);
    strbuf_free(&file);
    return NULL;
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

/* Links to everything in `from`, except the name that is left out. */
static bool link_entries(const char *from, const char *to, const char *but)
{
    StrBuf target = {0}, link = {0};
    DIR *folder = opendir(from);
    bool done = folder != NULL;
    for (struct dirent *entry; done && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.' || !strcmp(entry->d_name, but))
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
    bool done = mkdir(bin.data, 0700) == 0 && link_file(library, folder->data, "bin/nvcc") &&
                link_file(library, folder->data, "libcuda.so.1") &&
                link_entries(real_bin.data, bin.data, "nvcc") &&
                link_entries(root.data, folder->data, "bin");
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
