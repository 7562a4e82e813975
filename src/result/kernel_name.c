/* The last part of a kernel's name, found before what its template is given. */
#include "result/kernel_name.h"

View kernel_name_last(const char *name, bool arguments)
{
    View view = view_of(name);
    size_t from = 0, end = view_find(view, '<');
    for (size_t i = 0; i + 1 < end; i++)
        if (name[i] == ':' && name[i + 1] == ':')
            from = i + 2;
    return view_slice(view, from, arguments ? view.size : end);
}
