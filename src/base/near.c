/* Edit distance, row by row. */
#include "base/near.h"

#include <stdbool.h>
#include <string.h>

size_t text_distance(const char *a, const char *b)
{
    enum { LENGTH = 128 };
    size_t columns = strlen(b), row[LENGTH + 1];
    if (columns > LENGTH)
        return LENGTH;
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t changed = corner + (a[i - 1] != b[j - 1]);
            size_t shorter = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            corner = row[j];
            row[j] = changed < shorter ? changed : shorter;
        }
    }
    return row[columns];
}

static bool is_near(const char *wanted, size_t distance)
{
    return distance <= strlen(wanted) / 3 + 1;
}

/* Each round adds those of the next distance. */
void near_names_add(StrBuf *out, const char *wanted, const char *(*name)(size_t), size_t most)
{
    size_t count = 0;
    for (size_t distance = 0; is_near(wanted, distance); distance++)
        for (size_t i = 0; count < most && name(i); i++)
            if (text_distance(wanted, name(i)) == distance)
                strbuf_format(out, "%s%s", count++ ? ", " : "", name(i));
}
