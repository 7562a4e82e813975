/* Hands each file of the folders to a fuzzer's function: what fuzzers found stays found, without
 * libFuzzer and under AFL++ (one file). */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

#include "base/file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    StrBuf bytes = {0};
    Error error = {0};
    if (!file_read(path, 16 << 20, &bytes, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    View view = strbuf_view(&bytes);
    LLVMFuzzerTestOneInput((const uint8_t *)view.data, view.size);
    strbuf_free(&bytes);
    return 0;
}

static int replay_folder(const char *folder, DIR *entries)
{
    int bad = 0;
    const struct dirent *entry;
    while ((entry = readdir(entries))) {
        char path[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bad += replay(path);
    }
    return bad;
}

int main(int argc, char **argv)
{
    int bad = argc < 2;
    for (int i = 1; i < argc; i++) {
        DIR *entries = opendir(argv[i]);
        bad += entries ? replay_folder(argv[i], entries) : replay(argv[i]);
        if (entries)
            closedir(entries);
    }
    return bad != 0;
}
