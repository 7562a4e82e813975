/* The parts of a verdict: what was printed, the words for reasons, the source. */
#ifndef CULAB_CHECK_JUDGE_H
#define CULAB_CHECK_JUDGE_H

#include "check/check.h"

typedef VEC(char *) Texts;

/* Adds a reason and its sentence, once each. `sentence` is copied. */
#define reason_add(holder, reason, sentence) \
    texts_add_reason((Texts *)&(holder)->reasons, (Texts *)&(holder)->sentences, reason, sentence)
void texts_add_reason(Texts *reasons, Texts *sentences, const char *reason, const char *sentence);
bool texts_hold(const Texts *texts, const char *text);
void texts_free(Texts *texts);

/* What was printed against what was asked. True: all right. Else `sentence` says what is not. */
bool prints_right(const Exercise *exercise, const PreparedCase *prepared, const RunResult *run,
                  size_t index, const PrintRecord *prints, size_t print_count, StrBuf *sentence);

/* "block (1,0,0) thread (3,0,0)" */
void who_add(StrBuf *out, Dim3 block, Dim3 thread);
/* The reason in a few words for the bottom line: with the figures of a case (NULL: without). */
void reason_add_short(StrBuf *out, const char *reason, const CaseResult *result);
/* One learner's sentence or two about a reason in a case. */
void reason_add_sentence(StrBuf *out, const char *reason, const CaseResult *result);
/* What may be said of a hidden case: the kind of failure and its line, but no figures. */
void reason_add_hidden(StrBuf *out, const char *reason, const CaseResult *result);
const char *finding_rule(const Finding *finding); /* never NULL or empty */
const Finding *finding_of_rule(const CaseResult *result, const char *rule);

/* Of a compared output buffer. */
bool element_unwritten(const CaseResult *result, const Comparison *comparison, uint64_t index);

/* Which findings the exercise takes for notes, which for reasons. */
void host_weigh(const Exercise *exercise, RunResult *run);
/* What the host program measured, against the timeline. */
void host_judge_measures(const Exercise *exercise, CaseResult *result);

/* Judges the exercise's gates over all cases. */
void gates_judge(const Exercise *exercise, Verdict *verdict);
/* The known mistake that this source and these reasons fit, or NULL. */
const MistakeSpec *mistake_find(const Exercise *exercise, View source, const Texts *reasons);

#endif
