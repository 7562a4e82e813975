/* Printf records within a JSON document. There may be hundreds of thousands, so that they are
 * written as they are, without a value for each. */
#ifndef CULAB_REPORT_PRINT_JSON_H
#define CULAB_REPORT_PRINT_JSON_H

#include "report/json.h"

/* As json_print(), with the records in place of the empty list "printf" of the document. */
void json_print_with_prints(json_t *document, const PrintLog *prints, StrBuf *out);

#endif
