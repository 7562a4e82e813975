/* The call that a thread is in the midst of, found by way of the frames. */
#include "sim/api/call_site.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/api/host_frames.h"
#include "sim/api/report.h"
#include "sim/api/state.h"
#include "sim/api/symbols.h"

/* Each frame begins with the address of the one around it and where that goes on. The outermost one
 * within the library is the function that the program called. */
CallSite call_site(void)
{
    const uintptr_t frame_most = 1 << 20;
    void *const *frame = __builtin_frame_address(0);
    const void *ours = NULL;
    for (int depth = 0; depth < 32 && host_frame_is_own(frame[1]); depth++) {
        void *const *outer = frame[0];
        ours = frame[1];
        if (outer <= frame || (uintptr_t)outer - (uintptr_t)frame > frame_most)
            break;
        frame = outer;
    }
    return (CallSite){.name = ours ? proc_name_at(ours) : NULL,
                      .caller = host_frame_is_own(frame[1]) ? NULL : frame[1]};
}

/* Reading symbols takes a while: once for each place. */
static const char *text_new(const CallSite *site)
{
    char from[HOST_FRAME_TEXT];
    size_t room = sizeof from + 80;
    char *text = malloc(room);
    host_frame_describe((uintptr_t)site->caller, from);
    if (text)
        snprintf(text, room, "%s, called from %s", site->name, from);
    if (text && !table_put(&library()->call_texts, (uintptr_t)site->caller, text)) {
        free(text);
        text = NULL;
    }
    return text;
}

const char *call_site_text(const CallSite *site)
{
    if (!site->name || !site->caller || !report_wanted())
        return site->name;
    const char *text = table_get(&library()->call_texts, (uintptr_t)site->caller);
    if (!text)
        text = text_new(site);
    return text ? text : site->name;
}
