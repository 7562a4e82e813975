/* Runs over PTX files.
 *   ptx_corpus FOLDER              every *.ptx: parse, print, parse again, compare
 *   ptx_corpus --malformed FOLDER  every *.ptx must be refused in the line, and with the words,
 * that its first line tells: "// line 7: a piece of the message" ptx_corpus --print FILE what the
 * printer makes of it */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "ptx/parse.h"
#include "ptx/print.h"
#include "same.h"

static const size_t FILE_MAX = (size_t)64 << 20;

typedef bool (*CheckFile)(const char *path, View text);

static bool report(const char *path, const Error *error)
{
    printf("%s: line %d: %s\n", path, error->line, error->text);
    return false;
}

static bool round_trip(const char *path, const PtxModule *module, const StrBuf *printed)
{
    Error error = {0};
    StrBuf why = {0};
    PtxModule *again = ptx_parse(strbuf_view(printed), &error);
    bool ok = again && same_modules(module, again, &why);
    if (!again)
        printf("%s, as printed: line %d: %s\n", path, error.line, error.text);
    else if (!ok)
        printf("%s: not the same after printing: %s\n", path, strbuf_text(&why));
    ptx_free(again);
    strbuf_free(&why);
    return ok;
}

static bool check_good(const char *path, View text)
{
    Error error = {0};
    StrBuf printed = {0};
    PtxModule *module = ptx_parse(text, &error);
    if (!module)
        return report(path, &error);
    ptx_print_module(module, &printed);
    bool ok = round_trip(path, module, &printed);
    strbuf_free(&printed);
    ptx_free(module);
    return ok;
}

static bool check_bad(const char *path, View text)
{
    Error error = {0};
    char words[256] = "";
    int line = 0;
    char first[512];
    snprintf(first, sizeof first, "%.*s", (int)view_find(text, '\n'), text.data);
    if (sscanf(first, "// line %d: %255[^\n]", &line, words) != 2) {
        printf("%s: the first line must be '// line N: message'\n", path);
        return false;
    }
    PtxModule *module = ptx_parse(text, &error);
    bool ok =
        !module && error.kind == ERROR_CONTENT && error.line == line && strstr(error.text, words);
    if (!ok)
        printf("%s: wanted line %d '%s', got %s line %d '%s'\n", path, line, words,
               module ? "success" : "an error", error.line, error.text);
    ptx_free(module);
    return ok;
}

static bool print_file(const char *path, View text)
{
    Error error = {0};
    StrBuf printed = {0};
    PtxModule *module = ptx_parse(text, &error);
    if (!module)
        return report(path, &error);
    ptx_print_module(module, &printed);
    fputs(strbuf_text(&printed), stdout);
    strbuf_free(&printed);
    ptx_free(module);
    return true;
}

static bool run_file(const char *path, CheckFile check)
{
    StrBuf text = {0};
    Error error = {0};
    bool ok = file_read(path, FILE_MAX, &text, &error) ? check(path, strbuf_view(&text))
                                                       : report(path, &error);
    strbuf_free(&text);
    return ok;
}

static int run_folder(const char *folder, CheckFile check)
{
    int good = 0, bad = 0;
    DIR *dir = opendir(folder);
    StrBuf path = {0};
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (!view_ends(view_of(entry->d_name), ".ptx"))
            continue;
        if (run_file(file_join(&path, folder, entry->d_name), check))
            good++;
        else
            bad++;
    }
    if (dir)
        closedir(dir);
    strbuf_free(&path);
    printf("%d good, %d bad\n", good, bad);
    return good && !bad ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--malformed") == 0)
        return run_folder(argv[2], check_bad);
    if (argc == 3 && strcmp(argv[1], "--print") == 0)
        return run_file(argv[2], print_file) ? 0 : 1;
    if (argc == 2)
        return run_folder(argv[1], check_good);
    fputs("usage: ptx_corpus [--malformed] FOLDER | --print FILE\n", stderr);
    return 2;
}
