/* The table of messages, the conversation's states, and freeing what travels. */
#include "wire/message.h"

#include <stdlib.h>

typedef struct MessageRow {
    const char *name;
    MessageSender sender;
    uint32_t states; /* bits 1 << WireState */
    WireState after;
    uint32_t cap;
} MessageRow;

#define S(state) (1u << WIRE_##state)
#define MESSAGE(name, number, sender, states, after, cap) \
    [number] = {#name, sender, states, WIRE_##after, cap},
static const MessageRow rows[] = {
#include "wire/messages.def"
};
#undef MESSAGE
#undef S

static const char *const state_texts[] = {
    [WIRE_NEW] = "new",         [WIRE_STARTING] = "starting",
    [WIRE_READY] = "ready",     [WIRE_COMPILING] = "compiling",
    [WIRE_LOADING] = "loading", [WIRE_RUNNING] = "running",
    [WIRE_ASKING] = "asking",   [WIRE_KEEP] = "keep",
};

bool message_known(uint32_t type)
{
    return type < sizeof rows / sizeof *rows && rows[type].name != NULL;
}

const char *message_name(MessageType type)
{
    return message_known(type) ? rows[type].name : "unknown";
}

uint32_t message_cap(MessageType type)
{
    return message_known(type) ? rows[type].cap : 0;
}

bool message_step(MessageType type, MessageSender sender, WireState *state)
{
    if (!message_known(type) || rows[type].sender != sender || !(rows[type].states & 1u << *state))
        return false;
    if (rows[type].after != WIRE_KEEP)
        *state = rows[type].after;
    return true;
}

const char *wire_state_text(WireState state)
{
    return state_texts[state];
}

void start_message_free(StartMessage *message)
{
    free(message->device);
    free(message->profile);
    *message = (StartMessage){0};
}

void hello_message_free(HelloMessage *message)
{
    device_info_free(&message->device);
    free(message->device_trouble);
    free(message->compiler_trouble);
    free(message->libcuda_path);
    free(message->nvrtc_path);
    free(message->target);
    free(message->toolkit);
    device_choices_free(&message->choices);
    *message = (HelloMessage){0};
}

void compile_message_free(CompileMessage *message)
{
    free(message->file);
    free(message->source);
    free(message->host_file);
    free(message->host_source);
    *message = (CompileMessage){0};
}

void run_message_free(RunMessage *message)
{
    free(message->kernel);
    for (size_t i = 0; i < message->arguments.size; i++)
        free(message->arguments.data[i].name);
    vec_free(&message->arguments);
    for (size_t i = 0; i < message->numbers.size; i++)
        free(message->numbers.data[i].name);
    vec_free(&message->numbers);
    *message = (RunMessage){0};
}

void ran_message_free(RanMessage *message)
{
    run_result_free(&message->run);
    message->spent = false;
}
