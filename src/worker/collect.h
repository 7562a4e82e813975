/* What the device tells besides the buffers: printf records as they come, findings, metrics. */
#ifndef CULAB_WORKER_COLLECT_H
#define CULAB_WORKER_COLLECT_H

#include "wire/prints.h"
#include "worker/device.h"
#include "worker/port.h"

/* Printf records of one run on their way out. */
typedef struct PrintSender {
    Port *port;
    uint32_t sequence;
    PrintBatch batch; /* not sent yet */
    uint64_t sent;
    int64_t last_ns;
} PrintSender;

/* For CulabSimOptions.print; `state` is the PrintSender. */
void print_sender_take(void *state, const CulabSimPrint *print);
/* A record that came another way; its text is copied. */
void print_sender_add(PrintSender *sender, const PrintRecord *record);
/* Text that a GPU's driver wrote to standard output: lines without a thread. */
void print_sender_take_text(PrintSender *sender, View text);
void print_sender_flush(PrintSender *sender, uint64_t lost);
void print_sender_free(PrintSender *sender);

/* Findings, metrics and accesses of the launch of this number. */
void collect_findings(const CulabSimApi *sim, uint64_t launch, RunResult *run);
void collect_metrics(const CulabSimApi *sim, uint64_t launch, RunResult *run);
void collect_accesses(const CulabSimApi *sim, uint64_t launch, RunResult *run);
void collect_writer(const CulabSimApi *sim, CUdeviceptr address, Writer *out);

#endif
