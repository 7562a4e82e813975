/* culab run of a C file: a host program with its kernel. */
#ifndef CULAB_APP_RUN_HOST_H
#define CULAB_APP_RUN_HOST_H

#include "app/subcommand.h"

int run_host(const Arguments *arguments);

#endif
