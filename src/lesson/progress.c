/* The progress store. One row an exercise for what the lab shows, and a log of all attempts. */
#include "lesson/progress.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"

#define APPLICATION_ID 0x63756c62 /* "culb": tells our files from others */
#define LAYOUT 1                  /* user_version */
enum { BUSY_MS = 2000 };

static const char layout_text[] =
    "CREATE TABLE IF NOT EXISTS exercise (id TEXT PRIMARY KEY, attempts INTEGER NOT NULL DEFAULT 0,"
    " passed INTEGER NOT NULL DEFAULT 0, hints INTEGER NOT NULL DEFAULT 0,"
    " choice INTEGER NOT NULL DEFAULT -1, choice_right INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS attempt (id INTEGER PRIMARY KEY, exercise TEXT NOT NULL,"
    " at INTEGER NOT NULL, passed INTEGER NOT NULL, reason TEXT);";

typedef enum Query {
    QUERY_LOG,
    QUERY_ATTEMPT,
    QUERY_PREDICT,
    QUERY_HINT,
    QUERY_READ,
    QUERY_COUNT
} Query;

static const char *const queries[QUERY_COUNT] = {
    [QUERY_LOG] = "INSERT INTO attempt (exercise, passed, reason, at) VALUES (?1, ?2, ?3, ?4)",
    [QUERY_ATTEMPT] = "INSERT INTO exercise (id, attempts, passed) VALUES (?1, 1, ?2)"
                      " ON CONFLICT (id) DO UPDATE SET attempts = attempts + 1,"
                      " passed = max(passed, ?2)",
    [QUERY_PREDICT] = "INSERT INTO exercise (id, choice, choice_right) VALUES (?1, ?2, ?3)"
                      " ON CONFLICT (id) DO UPDATE SET choice = ?2, choice_right = ?3",
    [QUERY_HINT] = "INSERT INTO exercise (id, hints) VALUES (?1, ?2)"
                   " ON CONFLICT (id) DO UPDATE SET hints = max(hints, ?2)",
    [QUERY_READ] = "SELECT attempts, passed, hints, choice FROM exercise WHERE id = ?1",
};

struct Progress {
    sqlite3 *store;
    sqlite3_stmt *statements[QUERY_COUNT]; /* prepared when first used */
    char trouble[256];                     /* of the last write that failed */
};

typedef struct Row {
    bool found;
    int attempts, passed, hints, choice;
} Row;

static int pragma_value(sqlite3 *store, const char *pragma, bool *read)
{
    sqlite3_stmt *statement = NULL;
    int value = 0;
    *read = sqlite3_prepare_v2(store, pragma, -1, &statement, NULL) == SQLITE_OK &&
            sqlite3_step(statement) == SQLITE_ROW;
    if (*read)
        value = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

static bool is_sound(sqlite3 *store)
{
    sqlite3_stmt *statement = NULL;
    bool sound =
        sqlite3_prepare_v2(store, "PRAGMA quick_check(1)", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    sqlite3_finalize(statement);
    return sound;
}

typedef enum Kind { KIND_OURS, KIND_NEW, KIND_NEWER, KIND_FOREIGN, KIND_TROUBLE } Kind;

static Kind kind_of(sqlite3 *store)
{
    bool read;
    int tables = pragma_value(store, "SELECT count(*) FROM sqlite_schema", &read);
    if (!read) {
        int cause = sqlite3_errcode(store);
        return cause == SQLITE_NOTADB || cause == SQLITE_CORRUPT ? KIND_FOREIGN : KIND_TROUBLE;
    }
    int application = pragma_value(store, "PRAGMA application_id", &read);
    int layout = pragma_value(store, "PRAGMA user_version", &read);
    if (tables == 0 && application == 0)
        return KIND_NEW;
    if (application != APPLICATION_ID || !is_sound(store))
        return KIND_FOREIGN;
    return layout > LAYOUT ? KIND_NEWER : KIND_OURS;
}

static bool set_up(sqlite3 *store)
{
    char text[sizeof layout_text + 200];
    snprintf(text, sizeof text,
             "BEGIN IMMEDIATE; %s PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;",
             layout_text, APPLICATION_ID, LAYOUT);
    return sqlite3_exec(store, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* Renames the store and what SQLite keeps beside it to the first free "<path>.set-aside-N". */
static bool put_aside(const char *path, Error *error)
{
    static const char *const tails[] = {"", "-wal", "-shm"};
    char from[4096], to[4096];
    for (int number = 1; number < 1000; number++) {
        snprintf(to, sizeof to, "%s.set-aside-%d", path, number);
        struct stat status;
        if (lstat(to, &status) == 0)
            continue;
        if (rename(path, to) != 0)
            return error_errno(error, "cannot set aside %s", path);
        for (int i = 1; i < 3; i++) {
            snprintf(from, sizeof from, "%s%s", path, tails[i]);
            snprintf(to, sizeof to, "%s.set-aside-%d%s", path, number, tails[i]);
            rename(from, to);
        }
        return true;
    }
    return error_set(error, ERROR_SYSTEM, "too many files set aside beside %s", path);
}

static Kind open_store(const char *path, sqlite3 **store)
{
    struct stat status;
    *store = NULL;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return KIND_FOREIGN;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, store, flags, NULL) != SQLITE_OK)
        return KIND_TROUBLE;
    sqlite3_busy_timeout(*store, BUSY_MS);
    Kind kind = kind_of(*store);
    bool ours = kind == KIND_OURS || kind == KIND_NEW;
    if (ours && sqlite3_exec(*store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
                             NULL, NULL, NULL) != SQLITE_OK)
        return KIND_TROUBLE;
    return kind == KIND_NEW && !set_up(*store) ? KIND_TROUBLE : kind;
}

static Progress *fail(const char *path, sqlite3 *store, Kind kind, Error *error)
{
    if (kind == KIND_NEWER)
        error_set(error, ERROR_CONTENT, "%s was made by a newer culab and is left alone", path);
    else
        error_set(error, ERROR_SYSTEM, "cannot keep progress in %s: %s", path,
                  store ? sqlite3_errmsg(store) : "not a file");
    sqlite3_close(store);
    return NULL;
}

static bool make_folder_of(const char *path, Error *error)
{
    char *folder = memory_clone_text(path);
    char *slash = strrchr(folder, '/');
    bool made = !slash || slash == folder;
    if (!made) {
        *slash = '\0';
        made = file_make_folders(folder, error);
    }
    free(folder);
    return made;
}

Progress *progress_open(const char *path, bool *set_aside, Error *error)
{
    sqlite3 *store;
    *set_aside = false;
    if (!make_folder_of(path, error))
        return NULL;
    Kind kind = open_store(path, &store);
    if (kind == KIND_FOREIGN) {
        sqlite3_close(store);
        store = NULL;
        if (!put_aside(path, error))
            return NULL;
        *set_aside = true;
        kind = open_store(path, &store);
    }
    if (kind != KIND_OURS && kind != KIND_NEW)
        return fail(path, store, kind, error);
    Progress *progress = memory_alloc(sizeof *progress);
    progress->store = store;
    return progress;
}

void progress_close(Progress *progress)
{
    if (!progress)
        return;
    for (int i = 0; i < QUERY_COUNT; i++)
        sqlite3_finalize(progress->statements[i]);
    sqlite3_close(progress->store);
    free(progress);
}

static void note_trouble(Progress *progress)
{
    snprintf(progress->trouble, sizeof progress->trouble, "progress is not kept: %s",
             sqlite3_errmsg(progress->store));
}

/* Ready to be bound, or NULL. */
static sqlite3_stmt *query(Progress *progress, Query which, const char *exercise)
{
    sqlite3_stmt **statement = &progress->statements[which];
    if (!*statement &&
        sqlite3_prepare_v2(progress->store, queries[which], -1, statement, NULL) != SQLITE_OK) {
        note_trouble(progress);
        return NULL;
    }
    sqlite3_bind_text(*statement, 1, exercise, -1, SQLITE_TRANSIENT);
    return *statement;
}

static void finish(Progress *progress, sqlite3_stmt *statement)
{
    if (sqlite3_step(statement) != SQLITE_DONE)
        note_trouble(progress);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

static void write_two(Progress *progress, Query which, const char *exercise, int first, int second)
{
    sqlite3_stmt *statement = progress ? query(progress, which, exercise) : NULL;
    if (!statement)
        return;
    sqlite3_bind_int(statement, 2, first);
    if (sqlite3_bind_parameter_count(statement) > 2)
        sqlite3_bind_int(statement, 3, second);
    finish(progress, statement);
}

static void log_attempt(Progress *progress, const char *exercise, bool passed, const char *reason)
{
    sqlite3_stmt *statement = query(progress, QUERY_LOG, exercise);
    if (!statement)
        return;
    sqlite3_bind_int(statement, 2, passed);
    sqlite3_bind_text(statement, 3, reason, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)time(NULL));
    finish(progress, statement);
}

void progress_attempt(Progress *progress, const char *exercise, bool passed, const char *reason)
{
    if (!progress)
        return;
    sqlite3_exec(progress->store, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    log_attempt(progress, exercise, passed, reason);
    write_two(progress, QUERY_ATTEMPT, exercise, passed, 0);
    if (sqlite3_exec(progress->store, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
        note_trouble(progress);
        sqlite3_exec(progress->store, "ROLLBACK", NULL, NULL, NULL);
    }
}

void progress_predict(Progress *progress, const char *exercise, int choice, bool right)
{
    write_two(progress, QUERY_PREDICT, exercise, choice, right);
}

void progress_hint(Progress *progress, const char *exercise, int hints_revealed)
{
    write_two(progress, QUERY_HINT, exercise, hints_revealed, 0);
}

static Row read_row(Progress *progress, const char *exercise)
{
    Row row = {.choice = -1};
    sqlite3_stmt *statement = progress ? query(progress, QUERY_READ, exercise) : NULL;
    if (statement && sqlite3_step(statement) == SQLITE_ROW)
        row = (Row){true, sqlite3_column_int(statement, 0), sqlite3_column_int(statement, 1),
                    sqlite3_column_int(statement, 2), sqlite3_column_int(statement, 3)};
    if (statement)
        sqlite3_reset(statement);
    return row;
}

ExerciseState progress_state(Progress *progress, const char *exercise)
{
    Row row = read_row(progress, exercise);
    return row.passed ? STATE_PASSED : row.found ? STATE_STARTED : STATE_UNTOUCHED;
}

int progress_attempts(Progress *progress, const char *exercise)
{
    return read_row(progress, exercise).attempts;
}

int progress_hints(Progress *progress, const char *exercise)
{
    return read_row(progress, exercise).hints;
}

int progress_prediction(Progress *progress, const char *exercise)
{
    return read_row(progress, exercise).choice;
}

const char *progress_trouble(const Progress *progress)
{
    return progress && progress->trouble[0] ? progress->trouble : NULL;
}
