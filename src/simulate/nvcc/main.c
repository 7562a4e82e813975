/* nvcc in front of the real one: asks it for PTX where a cubin was asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "simulate/target.h"

static bool is_self(const char *path)
{
    struct stat self, other;
    return stat("/proc/self/exe", &self) == 0 && stat(path, &other) == 0 &&
           self.st_dev == other.st_dev && self.st_ino == other.st_ino;
}

/* The first nvcc in the folders of PATH that isn't this program, or the one of the toolkit. */
static char *nvcc_find(void)
{
    const char *home = getenv("CUDA_HOME"), *path = getenv("PATH");
    View rest = view_of(path), folder;
    StrBuf file = {0};
    while (view_split(&rest, ':', &folder)) {
        strbuf_clear(&file);
        strbuf_format(&file, "%.*s/nvcc", VIEW_ARG(folder));
        if (access(strbuf_text(&file), X_OK) == 0 && !is_self(strbuf_text(&file)))
            return strbuf_take(&file);
    }
    strbuf_clear(&file);
    strbuf_format(&file, "%s/bin/nvcc", home && *home ? home : "/usr/local/cuda");
    if (access(strbuf_text(&file), X_OK) == 0 && !is_self(strbuf_text(&file)))
        return strbuf_take(&file);
    strbuf_free(&file);
    return NULL;
}

int main(int count, char **words)
{
    TargetWords out = {0};
    char *nvcc = nvcc_find();
    if (!nvcc) {
        fprintf(stderr, "culab: the real nvcc was not found: put it on PATH or set $CUDA_HOME\n");
        return 127;
    }
    vec_push(&out, nvcc);
    target_nvcc((const char *const *)words + 1, count > 0 ? (size_t)count - 1 : 0,
                target_capability(), &out);
    vec_push(&out, NULL);
    execv(nvcc, out.data);
    perror(nvcc);
    return 126;
}
