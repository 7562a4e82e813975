/* Where things lie. */
#include "app/folders.h"

#include <stdlib.h>

#include "base/file.h"

enum { LEVELS_UP = 4 }; /* from build/asan/bin to the source tree */

static bool holds_course(const char *folder)
{
    StrBuf path = {0};
    bool both = file_is_folder(file_join(&path, folder, "lessons")) &&
                file_is_folder(file_join(&path, folder, "kernels"));
    strbuf_free(&path);
    return both;
}

static View parent(View path)
{
    while (path.size > 1 && path.data[path.size - 1] != '/')
        path.size--;
    while (path.size > 1 && path.data[path.size - 1] == '/')
        path.size--;
    return path;
}

static char *beside_program(void)
{
    StrBuf own = {0}, path = {0};
    if (!file_program_folder(&own))
        return NULL;
    View folder = strbuf_view(&own);
    strbuf_format(&path, "%.*s/share/culab", VIEW_ARG(parent(folder)));
    bool found = holds_course(strbuf_text(&path));
    for (int level = 0; level < LEVELS_UP && !found; level++) {
        folder = parent(folder);
        strbuf_clear(&path);
        strbuf_add(&path, folder);
        found = holds_course(strbuf_text(&path));
    }
    strbuf_free(&own);
    if (found)
        return strbuf_take(&path);
    strbuf_free(&path);
    return NULL;
}

char *folder_course(void)
{
    const char *chosen = getenv("CULAB_ROOT");
    return chosen && *chosen ? memory_clone_text(chosen) : beside_program();
}

static char *xdg_folder(const char *variable, const char *otherwise)
{
    StrBuf path = {0};
    const char *base = getenv(variable), *home = getenv("HOME");
    if (base && *base == '/')
        strbuf_format(&path, "%s/culab", base);
    else
        strbuf_format(&path, "%s/%s/culab", home && *home ? home : "/tmp", otherwise);
    return strbuf_take(&path);
}

char *folder_data(void)
{
    return xdg_folder("XDG_DATA_HOME", ".local/share");
}

char *folder_config(void)
{
    return xdg_folder("XDG_CONFIG_HOME", ".config");
}

Course *folder_load_course(Error *error)
{
    char *root = folder_course();
    Course *course = NULL;
    if (root)
        course = course_load(root, error);
    else
        error_set(
            error, ERROR_MACHINE,
            "the lessons were not found: set $CULAB_ROOT to the folder that holds lessons/ and "
            "kernels/");
    free(root);
    return course;
}
