/* Devices to choose from, and changing over to another one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "session/session_impl.h"

static void option_free(DeviceOption *option)
{
    free(option->device);
    free(option->profile);
    free(option->text);
    free(option->trouble);
}

static void add_option(DeviceOptions *options, const char *device, const char *profile,
                       const char *text, const char *trouble)
{
    vec_push(options, (DeviceOption){memory_clone_text(device), memory_clone_text(profile),
                                     memory_clone_text(text), memory_clone_text(trouble), false});
}

static void forget(DeviceOptions *options)
{
    for (size_t i = 0; i < options->size; i++)
        option_free(&options->data[i]);
    vec_clear(options);
}

void devices_free(Session *session)
{
    forget(&session->gpus);
    forget(&session->profiles);
    vec_free(&session->gpus);
    vec_free(&session->profiles);
    free(session->device);
    free(session->profile);
}

static void add_gpu(DeviceOptions *options, size_t ordinal, const DeviceInfo *gpu)
{
    StrBuf device = {0}, text = {0};
    strbuf_format(&device, "gpu:%zu", ordinal);
    strbuf_format(&text, "%s", gpu->name);
    if (gpu->major)
        strbuf_format(&text, ", compute capability %d.%d", gpu->major, gpu->minor);
    if (gpu->memory)
        strbuf_format(&text, ", %.1f GiB", (double)gpu->memory / (1 << 30));
    if (gpu->multiprocessors)
        strbuf_format(&text, ", %u SMs", gpu->multiprocessors);
    add_option(options, strbuf_text(&device), "", strbuf_text(&text), gpu->trouble);
    strbuf_free(&device);
    strbuf_free(&text);
}

/* "culab simulator (RTX 3060)" is the profile rtx3060. */
static bool is_profile(const char *name, const char *profile)
{
    size_t at = 0, size = strlen(profile);
    for (; *name && at < size; name++) {
        if (*name == ' ')
            continue;
        at = tolower((unsigned char)*name) == profile[at]
                 ? at + 1
                 : tolower((unsigned char)*name) == profile[0];
    }
    return size > 0 && at == size;
}

static void mark_used(Session *session, const HelloMessage *hello)
{
    bool gpu = hello->has_device && !hello->device.simulated;
    for (size_t i = 0; i < session->gpus.size; i++)
        session->gpus.data[i].in_use = gpu && i == hello->choices.ordinal;
    for (size_t i = 0; i < session->profiles.size; i++)
        session->profiles.data[i].in_use =
            hello->has_device && hello->device.simulated &&
            (session->profiles.size == 1 ||
             is_profile(hello->device.name, session->profiles.data[i].profile));
}

/* A worker tells of the devices of its own kind; what another one told before still holds. */
void devices_learn(Session *session, const HelloMessage *hello)
{
    const DeviceChoices *choices = &hello->choices;
    if (choices->gpus.size > 0)
        forget(&session->gpus);
    for (size_t i = 0; i < choices->gpus.size; i++)
        add_gpu(&session->gpus, i, &choices->gpus.data[i]);
    if (choices->profiles.size > 0)
        forget(&session->profiles);
    for (size_t i = 0; i < choices->profiles.size; i++)
        add_option(&session->profiles, "sim", choices->profiles.data[i], "", "");
    if (session->gpus.size == 0)
        add_option(&session->gpus, "gpu", "", "the first GPU, if there is one",
                   choices->gpu_trouble ? choices->gpu_trouble : "");
    if (session->profiles.size == 0)
        add_option(&session->profiles, "sim", "", "the simulator", "");
    mark_used(session, hello);
}

size_t session_device_count(const Session *session)
{
    return session->gpus.size + session->profiles.size;
}

const DeviceOption *session_device_option(const Session *session, size_t index)
{
    return index < session->gpus.size ? &session->gpus.data[index]
                                      : &session->profiles.data[index - session->gpus.size];
}

const char *session_device_trouble(const Session *session)
{
    const HelloMessage *hello = session->client ? client_hello(session->client) : NULL;
    if (!hello)
        return "";
    return hello->has_device ? hello->choices.gpu_trouble : hello->device_trouble;
}

void devices_start(Session *session)
{
    session->client = client_new(&(ClientOptions){.worker_command = session->options.worker_command,
                                                  .device = session->device,
                                                  .profile = session->profile});
    client_want_code(session->client, session->wants);
}

static char *clone_or_null(const char *text)
{
    return text && *text ? memory_clone_text(text) : NULL;
}

void session_choose_device(Session *session, const char *device, const char *profile)
{
    if (!session->client)
        return;
    if (session->work)
        attempt_abandon(session);
    client_free(session->client);
    free(session->device);
    free(session->profile);
    session->device = clone_or_null(device);
    session->profile = clone_or_null(profile);
    devices_start(session);
    session->changed = true;
    if (session->work && session->live)
        session->live_ns = clock_now_ns();
}
