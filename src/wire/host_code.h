/* A host program's run inside RAN. */
#ifndef CULAB_WIRE_HOST_CODE_H
#define CULAB_WIRE_HOST_CODE_H

#include "wire/codec.h"
#include "wire/message.h"

/* NULL travels as well: there was no host program. */
void code_host_run(Codec *codec, HostRun **run);

#endif
