/* The rules that findings name, each in few words. */
#ifndef CULAB_RESULT_RULE_NAMES_H
#define CULAB_RESULT_RULE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* The rules that there are, one after the other; NULL behind the last. */
const char *rule_name(size_t index);
const char *rule_words(const char *name); /* NULL: there is no such rule */
/* Whether right values are luck where such a finding is; of a leak, say, they are not. */
bool rule_is_luck(const char *name);

#endif
