/* The kernels of an exercise: every named file is there, none is unnamed, and each holds the
 * kernel. The last is asked only when an exercise is looked for, since it means reading them all.
 */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "lesson/build.h"

enum { SOURCE_LIMIT = 1 << 20 };

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Whether `name` stands in the source as a word before an opening parenthesis. */
static bool defines(View source, const char *name)
{
    size_t size = strlen(name), at = 0;
    const char *found;
    while (at < source.size && (found = memmem(source.data + at, source.size - at, name, size))) {
        at = (size_t)(found - source.data);
        if (found[size] == '(' && (at == 0 || !is_word(found[-1])))
            return true;
        at++;
    }
    return false;
}

static bool check_source(const char *path, const char *kernel, Error *error)
{
    StrBuf source = {0};
    bool fine = file_read(path, SOURCE_LIMIT, &source, error) &&
                (defines(strbuf_view(&source), kernel) ||
                 error_at(error, ERROR_CONTENT, path, 0, "there is no kernel %s( in it", kernel));
    strbuf_free(&source);
    return fine;
}

bool exercise_check_sources(const Exercise *exercise, Error *error)
{
    if (exercise->kernel_file)
        return check_source(exercise->kernel_file, exercise->kernel, error);
    if (!check_source(exercise->starter, exercise->kernel, error) ||
        !check_source(exercise->solution, exercise->kernel, error))
        return false;
    for (size_t i = 0; i < exercise->mistake_count; i++)
        if (!check_source(exercise->mistakes[i].file, exercise->kernel, error))
            return false;
    return true;
}

static const char *name_of(const char *path)
{
    return strrchr(path, '/') + 1;
}

/* Which of the named files a file is: 0 the starter, 1 the solution, 2 and up the mistakes, then
 * the kernel that goes with a host program; -1 none of them. */
static int which_file(const Exercise *exercise, const char *name)
{
    if (exercise->kernel_file && strcmp(name, name_of(exercise->kernel_file)) == 0)
        return (int)exercise->mistake_count + 2;
    if (strcmp(name, name_of(exercise->starter)) == 0)
        return 0;
    if (strcmp(name, name_of(exercise->solution)) == 0)
        return 1;
    for (size_t i = 0; i < exercise->mistake_count; i++)
        if (strcmp(name, name_of(exercise->mistakes[i].file)) == 0)
            return (int)i + 2;
    return -1;
}

static bool list_files(const Builder *builder, const Exercise *exercise, bool *found)
{
    DIR *folder = opendir(exercise->folder);
    if (!folder)
        return builder_fail(builder, exercise->id, NULL, "no folder kernels/%s", exercise->id);
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(folder));) {
        int which = which_file(exercise, entry->d_name);
        if (which >= 0)
            found[which] = true;
        else if (strncmp(entry->d_name, "mistake-", 8) == 0)
            fine = builder_fail(builder, exercise->id,
                                "mistakes:", "kernels/%s/%s is not among the mistakes",
                                exercise->id, entry->d_name);
    }
    closedir(folder);
    return fine;
}

bool exercise_check_files(const Builder *builder, const Exercise *exercise)
{
    size_t count = exercise->mistake_count + 2 + (exercise->kernel_file != NULL);
    bool *found = memory_alloc_array(count, sizeof *found);
    bool fine = list_files(builder, exercise, found);
    for (size_t i = 0; fine && i < count; i++) {
        const MistakeSpec *mistake =
            i >= 2 && i - 2 < exercise->mistake_count ? &exercise->mistakes[i - 2] : NULL;
        if (!found[i])
            fine = builder_fail(builder, exercise->id, mistake ? mistake->name : NULL,
                                "there is no %s",
                                i == 0    ? exercise->starter
                                : i == 1  ? exercise->solution
                                : mistake ? mistake->file
                                          : exercise->kernel_file);
    }
    free(found);
    return fine;
}
