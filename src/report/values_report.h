/* GPU, simulator and CPU side by side, as text and as JSON. */
#ifndef CULAB_REPORT_VALUES_REPORT_H
#define CULAB_REPORT_VALUES_REPORT_H

#include "check/check.h"
#include "report/json.h"
#include "report/text.h"

void text_of_values(StrBuf *out, const PreparedCase *prepared, const Explanations *explanations,
                    const TextStyle *style);
json_t *json_of_values(const PreparedCase *prepared, const Explanations *explanations);

#endif
