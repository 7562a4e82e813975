/* The poll loop around an explainer. */
#include "app/values.h"

#include "app/headless.h"
#include "base/clock.h"

static int poll_time(int64_t deadline_ns)
{
    int64_t left = deadline_ns - clock_now_ns();
    if (left / 1000000 >= WAITING_TICK_MS)
        return WAITING_TICK_MS;
    return left <= 0 ? 0 : (int)(left / 1000000) + 1;
}

bool values_explain(const Arguments *arguments, const char *file, View source, bool on_gpu,
                    const ExplainJob *jobs, size_t count, Waiting *waiting, Error *error)
{
    ClientOptions options;
    if (!headless_options(arguments, &options, error))
        return false;
    options.device = "sim";
    options.alone = true;
    Explainer *explainer = explainer_new(&options, file, source, on_gpu, jobs, count);
    waiting_for(waiting, "comparing values, by further runs on the simulator");
    while (!explainer_step(explainer)) {
        struct pollfd fds[CLIENT_FDS];
        int64_t deadline = INT64_MAX;
        size_t polled = explainer_poll_fds(explainer, fds, CLIENT_FDS, &deadline);
        poll(fds, polled, poll_time(deadline));
        waiting_tick(waiting);
    }
    const char *trouble = explainer_trouble(explainer);
    bool fine = !trouble[0] || error_set(error, ERROR_MACHINE, "%s", trouble);
    explainer_free(explainer);
    return fine;
}
