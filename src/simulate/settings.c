/* The environment that puts the simulated libcuda in front of NVIDIA's, and checks of its names. */
#include "simulate/settings.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "sim/culab_sim.h"
#include "sim/profile.h"
#include "simulate/toolkit.h"

#define SIM_CHECK_NAME(name, bits, what) {name, bits},
typedef struct CheckRow {
    const char *name;
    uint32_t bits;
} CheckRow;

static const CheckRow check_rows[] = {
#include "sim/check_names.def"
    {"all", CULAB_SIM_CHECK_ALL},
    {"none", 0},
};
#undef SIM_CHECK_NAME

const char *settings_profile(const char *profile)
{
    const char *chosen = profile ? profile : getenv("CULAB_PROFILE");
    return profile || (chosen && *chosen) ? chosen : NULL;
}

bool settings_check_profile(const char *profile, Error *error)
{
    StrBuf known = {0};
    if (!profile || sim_profile_find(profile))
        return true;
    for (const SimProfile *row = sim_profiles; row->name; row++)
        strbuf_format(&known, "%s%s", known.size ? ", " : "", row->name);
    error_set(error, ERROR_MISUSE, "no device profile is called \"%s\": there are %s", profile,
              strbuf_text(&known));
    strbuf_free(&known);
    return false;
}

enum { CHECK_ROWS = sizeof check_rows / sizeof check_rows[0] };

static const CheckRow *check_find(View name)
{
    for (size_t i = 0; i < CHECK_ROWS; i++)
        if (view_equal_text(name, check_rows[i].name))
            return &check_rows[i];
    return NULL;
}

bool settings_read_checks(const char *checks, uint32_t *bits, Error *error)
{
    View rest = view_of(checks), name;
    StrBuf known = {0};
    bool none = false;
    *bits = checks ? 0 : CULAB_SIM_CHECK_ALL;
    while (view_split(&rest, ',', &name)) {
        const CheckRow *row = check_find(name);
        if (row) {
            *bits |= row->bits;
            none |= row->bits == 0;
            continue;
        }
        for (size_t i = 0; i < CHECK_ROWS; i++)
            strbuf_format(&known, "%s%s", i ? ", " : "", check_rows[i].name);
        error_set(error, ERROR_MISUSE, "no check is called \"%.*s\": there are %s", VIEW_ARG(name),
                  strbuf_text(&known));
        strbuf_free(&known);
        return false;
    }
    return !none || *bits == 0 ||
           error_set(error, ERROR_MISUSE, "--check %s: none stands alone", checks);
}

bool settings_check_number(const char *flag, const char *text, uint64_t *value, Error *error)
{
    *value = 0;
    return !text || view_to_u64(view_of(text), value) ||
           error_set(error, ERROR_MISUSE, "%s takes a number, not \"%s\"", flag, text);
}

static void parent(StrBuf *path)
{
    while (path->size > 1 && path->data[--path->size] != '/')
        ;
    path->data[path->size] = '\0';
}

/* lib/culab of the build or the installation this program is in. */
static char *library_folder(Error *error)
{
    char self[4096];
    StrBuf folder = {0}, file = {0};
    ssize_t size = readlink("/proc/self/exe", self, sizeof self);
    strbuf_add_bytes(&folder, self, size > 0 ? (size_t)size : 0);
    for (int level = 0; level < 2 && folder.size; level++)
        parent(&folder);
    strbuf_add_text(&folder, "/lib/culab");
    bool found = file_exists(file_join(&file, strbuf_text(&folder), "libcuda.so.1")) &&
                 file_exists(file_join(&file, strbuf_text(&folder), "libculab-simulate.so"));
    strbuf_free(&file);
    if (found)
        return strbuf_take(&folder);
    error_set(error, ERROR_MACHINE, "%s lacks libcuda.so.1 or libculab-simulate.so: build culab",
              strbuf_text(&folder));
    strbuf_free(&folder);
    return NULL;
}

/* NAME=first:what it was. */
static void prepend(TargetWords *out, const char *name, const char *first)
{
    StrBuf text = {0};
    const char *old = getenv(name);
    strbuf_format(&text, "%s=%s%s%s", name, first, old && *old ? ":" : "", old ? old : "");
    vec_push(out, strbuf_take(&text));
}

static void set(TargetWords *out, const char *name, const char *value)
{
    StrBuf text = {0};
    strbuf_format(&text, "%s=%s", name, value);
    vec_push(out, strbuf_take(&text));
}

/* The variable names this toolkit, or none: another one that the user chose stays. */
static bool names_toolkit(const char *variable, const char *nvcc)
{
    const char *home = getenv(variable);
    StrBuf path = {0};
    bool same = !home || !*home || toolkit_is_same(file_join(&path, home, "bin/nvcc"), nvcc);
    strbuf_free(&path);
    return same;
}

/* The toolkit as the program finds it, with culab's nvcc in it. */
static bool cover_toolkit(const char *folder, StrBuf *toolkit, TargetWords *out)
{
    StrBuf path = {0};
    char *nvcc = toolkit_tool("nvcc", NULL, file_join(&path, folder, "bin/nvcc"));
    bool covered = nvcc && toolkit_cover(folder, nvcc, toolkit);
    if (covered) {
        prepend(out, "PATH", file_join(&path, toolkit->data, "bin"));
        if (names_toolkit("CUDA_HOME", nvcc))
            set(out, "CUDA_HOME", toolkit->data);
        if (names_toolkit("CUDA_PATH", nvcc))
            set(out, "CUDA_PATH", toolkit->data);
        set(out, "CULAB_NVCC", nvcc);
    }
    free(nvcc);
    strbuf_free(&path);
    return covered;
}

bool settings_make(const SimulateRequest *request, const SettingsFiles *files, TargetWords *out,
                   StrBuf *toolkit, Error *error)
{
    StrBuf path = {0};
    char *folder = library_folder(error);
    if (!folder)
        return false;
    prepend(out, "LD_LIBRARY_PATH", folder);
    prepend(out, "LD_PRELOAD", file_join(&path, folder, "libculab-simulate.so"));
    if (!cover_toolkit(folder, toolkit, out))
        prepend(out, "PATH", file_join(&path, folder, "bin"));
    if (request->profile)
        set(out, "CULAB_PROFILE", request->profile);
    set(out, "CULAB_SIM_CHECKS", request->checks ? request->checks : "all");
    set(out, "CULAB_SIM_REPORT", files->report);
    set(out, "CULAB_SIM_TALLY", files->tally);
    set(out, "CULAB_SIM_REPORT_FORM", request->json ? "json" : "text");
    set(out, "CULAB_SIM_REPORT_LIMIT", request->print_limit ? request->print_limit : "0");
    if (request->seed)
        set(out, "CULAB_SIM_SEED", request->seed);
    strbuf_free(&path);
    free(folder);
    return true;
}
