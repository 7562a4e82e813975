/* Where values differ, and why: an explainer beside the session's own runs. */
#include "session/beside.h"
#include "session/session_impl.h"

static bool may_explain(const Session *session, size_t case_index, Error *error)
{
    const Verdict *verdict = &session->results.verdict;
    if (!session->has_verdict || case_index >= verdict->cases.size ||
        verdict->cases.data[case_index].run.status != LAUNCH_OK)
        return error_set(error, ERROR_MISUSE, "no values came back from this case");
    if (session->file_count > 1)
        return error_set(error, ERROR_MISUSE, "a host program's values are not explained");
    if (session->results.version != session->attempt.version)
        return error_set(error, ERROR_MISUSE, "these values are of an older text: run it first");
    return true;
}

bool session_explain(Session *session, size_t case_index, Error *error)
{
    const DeviceInfo *device = session_device(session);
    if (!may_explain(session, case_index, error))
        return false;
    CaseResult *result = &session->results.verdict.cases.data[case_index];
    if (session->explainer || result->explanations.size > 0 || !device)
        return true;
    ClientOptions options = {
        .worker_command = session->options.worker_command,
        .device = "sim",
        .profile = device->simulated ? session->profile : beside_profile(device),
        .alone = true,
        .no_spare = true,
    };
    ExplainJob job = {&result->prepared, &result->run,
                      session->exercise->reference ? &result->reference : NULL,
                      &result->explanations};
    session->explainer = explainer_new(&options, KERNEL_FILE, strbuf_view(&session->attempt.source),
                                       !device->simulated, &job, 1);
    session->changed = true;
    return true;
}

bool session_explaining(const Session *session)
{
    return session->explainer != NULL;
}

void values_drop(Session *session)
{
    explainer_free(session->explainer);
    session->explainer = NULL;
}

void values_step(Session *session)
{
    if (!session->explainer || !explainer_step(session->explainer))
        return;
    const char *trouble = explainer_trouble(session->explainer);
    if (trouble[0])
        notices_add(&session->notices, SEVERITY_WARNING, "the values are not explained: %s",
                    trouble);
    values_drop(session);
    session->changed = true;
}
