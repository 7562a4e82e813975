/* One worker process and the conversation with it: bytes out, frames in, never blocking. */
#ifndef CULAB_SESSION_LINK_H
#define CULAB_SESSION_LINK_H

#include <poll.h>
#include <sys/types.h>

#include "wire/frame.h"

typedef struct Link {
    pid_t pid;       /* 0: no process */
    int fd, errors;  /* -1: none */
    bool ended;      /* the other side closed */
    WireState state; /* of the conversation */
    StrBuf in;       /* bytes received, used up to `taken` */
    size_t taken;
    StrBuf out; /* bytes to send, sent up to `sent` */
    size_t sent;
    StrBuf said;         /* the end of what it wrote to standard error */
    int64_t deadline_ns; /* when what it does now must have ended; INT64_MAX: never */
} Link;

#define LINK_NONE ((Link){.fd = -1, .errors = -1, .deadline_ns = INT64_MAX})

/* `command` for sh -c; NULL: culab-worker beside this program. */
bool link_start(Link *link, const char *command, Error *error);
/* Kills it and its group; its pid is left to be reaped by the caller. */
pid_t link_kill(Link *link);
bool link_alive(const Link *link);

/* Notes the message in the conversation and queues it; out of turn is a bug here. */
void link_send(Link *link, MessageType type, uint32_t sequence, View payload);
size_t link_unsent(const Link *link);
/* Sends and receives what goes without waiting. What was received is to be looked at at once: no
 * descriptor tells of it any more. */
void link_pump(Link *link);
void link_pump_out(Link *link); /* sends only; the link is alive */
/* The next frame; `payload` holds until the next call. FRAME_BAD: garbage or out of turn. */
FrameStatus link_take(Link *link, FrameHeader *header, View *payload, Error *error);
/* At most two entries. */
size_t link_poll_fds(const Link *link, struct pollfd *fds);
/* Why the process ended, in words, with what it said last on standard error; waits for its end for
 * 200 ms at most. `status`: as of waitpid(), -1 when it has not ended. */
void link_describe_end(Link *link, StrBuf *out, int *status);

#endif
