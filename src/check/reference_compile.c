/* Compiles a lesson's reference with the system's C compiler. The cache is named by content, so
 * that it is never out of date; a program is renamed into it whole. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/spawn.h"
#include "base/utf8.h"
#include "check/reference.h"

enum { COMPILE_SECONDS = 60, WORDS = 16, SOURCE_LIMIT = 1 << 20, MESSAGES_LIMIT = 1 << 16 };

static const char *const flags[] = {"-std=gnu17", "-O3", "-ffp-contract=off", "-w"};
enum { FLAGS = sizeof flags / sizeof *flags };

int memory_file(const char *name, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)size) != 0) {
        int cause = errno;
        close(fd);
        errno = cause;
        return -1;
    }
    return fd;
}

void reference_add_messages(int fd, int lines, StrBuf *out)
{
    char text[MESSAGES_LIMIT];
    ssize_t size = pread(fd, text, sizeof text, 0);
    View rest = {text, size > 0 ? (size_t)size : 0}, line;
    for (int i = 0; i < lines && view_split(&rest, '\n', &line); i++) {
        if (view_trim(line).size == 0)
            continue;
        strbuf_add_text(out, i ? " | " : "");
        utf8_add_inert(out, view_slice(line, 0, line.size < 200 ? line.size : 200), false, false);
    }
}

static const char *compiler(void)
{
    const char *named = getenv("CC");
    return named && *named ? named : "cc";
}

/* False: there is none, or it cannot be made. */
static bool cache_folder(StrBuf *out)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/')
        strbuf_format(out, "%s/culab/references", cache);
    else if (home && home[0] == '/')
        strbuf_format(out, "%s/.cache/culab/references", home);
    else
        return false;
    return file_make_folders(strbuf_text(out), NULL);
}

/* Whose name others can foresee: it must be this user's own. */
static bool temporary_folder(StrBuf *out, Error *error)
{
    const char *named = getenv("TMPDIR");
    struct stat info;
    strbuf_clear(out);
    strbuf_format(out, "%s/culab-references-%u", named && named[0] == '/' ? named : "/tmp",
                  (unsigned)geteuid());
    if (mkdir(strbuf_text(out), 0700) != 0 && errno != EEXIST)
        return error_errno(error,
                           "no place for compiled references (set HOME or XDG_CACHE_HOME): "
                           "cannot make %s",
                           strbuf_text(out));
    if (lstat(strbuf_text(out), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
        !(info.st_mode & 077))
        return true;
    return error_set(error, ERROR_SYSTEM,
                     "no place for compiled references: %s is not this user's own folder; set HOME "
                     "or XDG_CACHE_HOME",
                     strbuf_text(out));
}

/* In the user's cache, or where that cannot be written, as of a build server's user without a home,
 * in the folder for temporary files. `name` is the program's. */
static bool choose_program(const char *name, StrBuf *program, Error *error)
{
    bool cached = cache_folder(program);
    bool writable = cached && access(strbuf_text(program), W_OK | X_OK) == 0;
    strbuf_format(program, "/%s", name);
    if (cached && (writable || access(strbuf_text(program), X_OK) == 0))
        return true;
    if (!temporary_folder(program, error))
        return false;
    strbuf_format(program, "/%s", name);
    return true;
}

static bool content_hash(const Exercise *exercise, View main_text, uint64_t *hash, Error *error)
{
    StrBuf path = {0}, source = {0};
    file_join(&path, exercise->lesson->folder, "reference.c");
    bool read = file_read(strbuf_text(&path), SOURCE_LIMIT, &source, error);
    *hash = hash_bytes(HASH_START, main_text.data, main_text.size);
    *hash = hash_bytes(*hash, source.data, source.size);
    *hash = hash_bytes(*hash, compiler(), strlen(compiler()));
    strbuf_free(&path);
    strbuf_free(&source);
    return read;
}

/* $CC may hold words, such as "ccache gcc". */
static size_t add_words(char *text, const char **words, size_t limit)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(text, " \t", &rest); word && count < limit;
         word = strtok_r(NULL, " \t", &rest))
        words[count++] = word;
    return count;
}

static bool start_compiler(const Exercise *exercise, const char *output, int input, int messages,
                           pid_t *pid, Error *error)
{
    const char *words[WORDS + FLAGS + 10] = {0};
    char *command = memory_clone_text(compiler());
    size_t count = add_words(command, words, WORDS);
    for (size_t i = 0; i < FLAGS; i++)
        words[count++] = flags[i];
    const char *const tail[] = {"-iquote", exercise->lesson->folder, "-x", "c", "-", "-o", output,
                                "-lm"};
    memcpy(words + count, tail, sizeof tail);
    SpawnRequest request = {.arguments = words,
                            .input = input,
                            .output = -1,
                            .errors = messages,
                            .own_group = true,
                            .cpu_seconds = COMPILE_SECONDS};
    Error cause = {0};
    bool started = spawn_start(&request, pid, &cause);
    if (!started)
        error_set(error, ERROR_MACHINE,
                  "the lessons' references need a C compiler: %s; install gcc, or set $CC",
                  cause.text);
    free(command);
    return started;
}

static bool compile_to(const Exercise *exercise, const char *output, int input, int messages,
                       Error *error)
{
    pid_t pid;
    int status = 0;
    bool late = false;
    if (!start_compiler(exercise, output, input, messages, &pid, error))
        return false;
    if (reference_wait(pid, COMPILE_SECONDS * 1000, &status, &late))
        return true;
    StrBuf text = {0};
    if (late)
        strbuf_add_text(&text, "it took too long");
    else
        reference_add_messages(messages, 3, &text);
    if (text.size == 0)
        spawn_describe(status, &text);
    error_set(error, ERROR_CONTENT,
              "the reference of lesson %s does not compile for %s (the lesson's fault, not yours): "
              "%.600s",
              exercise->lesson->id, exercise->id, strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

static bool compile_text(const Exercise *exercise, View main_text, const char *output, Error *error)
{
    int input = memory_file("reference", 0), messages = memory_file("messages", 0);
    bool compiled = false;
    if (input < 0 || messages < 0 || !fd_write_all(input, main_text.data, main_text.size) ||
        lseek(input, 0, SEEK_SET) != 0)
        error_errno(error, "cannot compile the reference of %s", exercise->id);
    else
        compiled = compile_to(exercise, output, input, messages, error);
    fd_close(&input);
    fd_close(&messages);
    return compiled;
}

static bool compile_into_cache(const Exercise *exercise, View main_text, const char *program,
                               Error *error)
{
    StrBuf temporary = {0};
    strbuf_format(&temporary, "%s.XXXXXX", program);
    int fd = mkostemp(temporary.data, O_CLOEXEC);
    if (fd < 0) {
        strbuf_free(&temporary);
        return error_errno(error, "cannot write %s", program);
    }
    close(fd);
    bool compiled = compile_text(exercise, main_text, temporary.data, error);
    if (compiled && rename(temporary.data, program) != 0)
        compiled = error_errno(error, "cannot write %s", program);
    if (!compiled)
        unlink(temporary.data);
    strbuf_free(&temporary);
    return compiled;
}

bool reference_compile(const Exercise *exercise, StrBuf *program, Error *error)
{
    StrBuf main_text = {0};
    uint64_t hash = 0;
    reference_write_main(exercise, &main_text);
    char name[128];
    bool ready = content_hash(exercise, strbuf_view(&main_text), &hash, error);
    snprintf(name, sizeof name, "%.100s-%016llx", exercise->id, (unsigned long long)hash);
    ready = ready && choose_program(name, program, error);
    if (ready && access(strbuf_text(program), X_OK) != 0)
        ready = compile_into_cache(exercise, strbuf_view(&main_text), strbuf_text(program), error);
    strbuf_free(&main_text);
    return ready;
}
