/* The simulator beside a GPU: what the client compiles and runs there is compiled and run on the
 * simulator as well, for the findings, the figures and the writers that a GPU cannot tell. A
 * mistake that a GPU lets pass fails all the same. */
#ifndef CULAB_SESSION_BESIDE_H
#define CULAB_SESSION_BESIDE_H

#include "session/client_impl.h"

typedef struct Beside Beside;

/* The simulated device that is like the GPU, so that its limits are the same; NULL: none is. */
const char *beside_profile(const DeviceInfo *device);

/* For a client whose device is this one; NULL when that is the simulator itself. */
Beside *beside_new(const Client *client, const DeviceInfo *device);
void beside_free(Beside *beside); /* NULL is fine, here and below */

/* What was sent there before is not sent again. */
void beside_compile(Beside *beside, Request *request);
void beside_run(Beside *beside, Request *request);
/* Who wrote, by the run's number at the GPU; the answer carries `number`. */
void beside_ask(Beside *beside, uint32_t number, uint32_t run, uint32_t argument, uint64_t offset);
void beside_stop(Beside *beside);
void beside_cancel(Beside *beside);
bool beside_busy(const Beside *beside);

/* The GPU's answer to a run: true: it is complete, what the simulator found is in it. False: it is
 * kept until the simulator has answered, too. */
bool beside_complete(Beside *beside, ClientEvent *ran);
/* Takes what the simulator answered; whole answers are put into the client's events. */
void beside_step(Beside *beside, Client *client);
size_t beside_poll_fds(Beside *beside, struct pollfd *fds, size_t capacity, int64_t *deadline_ns);

#endif
