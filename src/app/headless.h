/* Compiling and running without a terminal: the worker's client, one answer at a time. */
#ifndef CULAB_APP_HEADLESS_H
#define CULAB_APP_HEADLESS_H

#include "app/subcommand.h"
#include "app/waiting.h"
#include "report/text.h"
#include "session/client.h"

typedef struct Headless {
    Client *client;
    Waiting waiting; /* says what it waits for; waiting_end() before anything is printed */
    PrintLog prints; /* of all runs since headless_open() */
    /* Told what a host program writes while it runs; NULL: nobody. */
    void (*wrote)(void *state, View text);
    void *wrote_state;
} Headless;

/* Reads --device, --profile, --worker, --limit. */
bool headless_options(const Arguments *arguments, ClientOptions *out, Error *error);
/* Reads the same; starts the worker and waits for its hello. False:
 * no worker, no such device, or no device that works. */
bool headless_open(Headless *headless, const Arguments *arguments, Error *error);
/* Reads --check and --seed: without the checkers that are not named; figures and writers are there
 * all the same. */
bool headless_read_checks(const Arguments *arguments, uint32_t *checks, uint64_t *seed,
                          Error *error);
void headless_close(Headless *headless);
const HelloMessage *headless_hello(const Headless *headless); /* NULL: no worker */
void headless_compile(Headless *headless, const char *file, View source, CompileResult *out);
/* With a host program beside the kernel. */
void headless_compile_host(Headless *headless, const char *file, View source, const char *host_file,
                           View host, CompileResult *out);
/* Returns the run's number, for headless_writer(). */
uint32_t headless_run(Headless *headless, const PreparedCase *prepared, const RunOptions *options,
                      RunResult *out);
void headless_writer(Headless *headless, uint32_t run, uint32_t argument, uint64_t offset,
                     Writer *out);

enum { HEADLESS_PRINTS = 200000 }; /* printf records kept of one launch */

/* Reads a learner's file; what is wrong with it is misuse. */
bool source_read(const char *path, StrBuf *out, Error *error);
TextStyle text_style(void); /* by the locale */

#endif
