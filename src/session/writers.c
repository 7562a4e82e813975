/* Who wrote the wrong elements: asked of the worker, written into the comparisons. */
#include "session/session_impl.h"

/* Asked without being asked for, so that the first mismatches say it at once. */
enum { ASKED_AT_ONCE = 8 };

static Comparison *find_comparison(Session *session, size_t case_index, size_t comparison)
{
    Verdict *verdict = &session->results.verdict;
    if (!session->has_verdict || case_index >= verdict->cases.size ||
        comparison >= verdict->cases.data[case_index].comparisons.size)
        return NULL;
    return &verdict->cases.data[case_index].comparisons.data[comparison];
}

static Mismatch *find_mismatch(Session *session, const WriterQuestion *question)
{
    Comparison *comparison = find_comparison(session, question->case_index, question->comparison);
    size_t low = 0, high = comparison ? comparison->mismatches.size : 0;
    while (low < high) { /* they stand in the order of their elements */
        size_t middle = low + (high - low) / 2;
        Mismatch *mismatch = &comparison->mismatches.data[middle];
        if (mismatch->index == question->element)
            return mismatch;
        if (mismatch->index < question->element)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

void writers_ask_one(Session *session, size_t case_index, size_t comparison, uint64_t element)
{
    const Comparison *found = find_comparison(session, case_index, comparison);
    if (!found || case_index >= session->results.requests.size || element >= found->count)
        return;
    const CaseResult *result = &session->results.verdict.cases.data[case_index];
    uint32_t run = session->results.requests.data[case_index];
    if (run == 0 || found->argument >= result->prepared.argument_count)
        return;
    uint64_t bytes = element_bytes(result->prepared.arguments[found->argument].type);
    uint32_t request =
        client_ask_writer(session->client, run, (uint32_t)found->argument, element * bytes);
    vec_push(&session->questions, (WriterQuestion){request, case_index, comparison, element});
}

void writers_ask(Session *session)
{
    const Verdict *verdict = &session->results.verdict;
    if (!client_knows_writers(session->client))
        return;
    for (size_t i = 0; i < verdict->cases.size; i++) {
        const CaseResult *result = &verdict->cases.data[i];
        for (size_t j = 0; j < result->comparisons.size; j++) {
            const Comparison *comparison = &result->comparisons.data[j];
            for (size_t k = 0; k < comparison->mismatches.size && k < ASKED_AT_ONCE; k++)
                if (!comparison->mismatches.data[k].writer.known)
                    writers_ask_one(session, i, j, comparison->mismatches.data[k].index);
        }
    }
}

void writers_take(Session *session, ClientEvent *event)
{
    for (size_t i = 0; i < session->questions.size; i++) {
        if (session->questions.data[i].request != event->request)
            continue;
        Mismatch *mismatch = find_mismatch(session, &session->questions.data[i]);
        if (mismatch && event->writer.known) {
            writer_free(&mismatch->writer);
            mismatch->writer = event->writer;
            event->writer = (Writer){0};
            session->changed = true;
        }
        session->questions.data[i] = vec_pop(&session->questions);
        return;
    }
}
