/* Launches that cannot be, told before they are tried: the rule, what was asked, the limit. */
#ifndef CULAB_WORKER_REFUSE_H
#define CULAB_WORKER_REFUSE_H

#include "compile/entries.h"
#include "wire/message.h"
#include "worker/device.h"

/* False: `why` holds the reason in words. */
bool launch_check_kernel(const EntryList *entries, const RunMessage *run, const Entry **entry,
                         StrBuf *why);
bool launch_check_arguments(const Entry *entry, const RunMessage *run, StrBuf *why);
bool launch_check_shape(const Device *device, const RunMessage *run, StrBuf *why);
/* Limits of this kernel: threads a block, shared memory. Opts in to more dynamic shared memory than
 * a kernel has by default when the device allows it. */
bool launch_check_function(const Device *device, CUfunction function, const RunMessage *run,
                           StrBuf *why);

#endif
