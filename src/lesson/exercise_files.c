/* The kernels of an exercise: every named file is there with its kernel, and none is unnamed. */
#include <ctype.h>
#include <dirent.h>
#include <string.h>

#include "base/file.h"
#include "lesson/build.h"

enum { SOURCE_LIMIT = 1 << 20 };

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Whether `name` stands in the source as a word before an opening parenthesis. */
static bool defines(View source, const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i + size < source.size; i++)
        if (memcmp(source.data + i, name, size) == 0 && source.data[i + size] == '(' &&
            (i == 0 || !is_word(source.data[i - 1])))
            return true;
    return false;
}

static bool check_source(const Builder *builder, const Exercise *exercise, const char *path,
                         const char *named)
{
    StrBuf source = {0};
    Error error = {0};
    bool fine = file_read(path, SOURCE_LIMIT, &source, &error);
    if (!fine)
        builder_fail(builder, exercise->id, named, "%s", error.text);
    else if (!defines(strbuf_view(&source), exercise->kernel))
        fine = builder_fail(builder, exercise->id, exercise->kernel, "no kernel %s( in %s",
                            exercise->kernel, path);
    strbuf_free(&source);
    return fine;
}

static bool is_mistake(const Exercise *exercise, const char *file)
{
    for (size_t i = 0; i < exercise->mistake_count; i++)
        if (strcmp(strrchr(exercise->mistakes[i].file, '/') + 1, file) == 0)
            return true;
    return false;
}

static bool check_unnamed(const Builder *builder, const Exercise *exercise)
{
    DIR *folder = opendir(exercise->folder);
    if (!folder)
        return builder_fail(builder, exercise->id, NULL, "no folder kernels/%s", exercise->id);
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(folder));)
        if (strncmp(entry->d_name, "mistake-", 8) == 0 && !is_mistake(exercise, entry->d_name))
            fine = builder_fail(builder, exercise->id,
                                "mistakes:", "kernels/%s/%s is not among the mistakes",
                                exercise->id, entry->d_name);
    closedir(folder);
    return fine;
}

bool exercise_check_files(const Builder *builder, const Exercise *exercise)
{
    if (!check_unnamed(builder, exercise) ||
        !check_source(builder, exercise, exercise->starter, NULL) ||
        !check_source(builder, exercise, exercise->solution, NULL))
        return false;
    for (size_t i = 0; i < exercise->mistake_count; i++)
        if (!check_source(builder, exercise, exercise->mistakes[i].file,
                          exercise->mistakes[i].name))
            return false;
    return true;
}
