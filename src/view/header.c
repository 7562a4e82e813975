/* The top line: where the learner is, on what device, how live mode does. */
#include <inttypes.h>
#include <math.h>

#include "base/utf8.h"
#include "view/screen.h"

enum { LEAST_PLACE = 16 }; /* columns for where the learner is */

void live_status(const Session *session, StrBuf *out)
{
    static const char *const phases[] = {
        [PHASE_WAITING] = "live ○",
        [PHASE_COMPILING] = "compiling…",
        [PHASE_RUNNING] = "running…",
        [PHASE_JUDGING] = "judging…",
    };
    SessionPhase phase = session_phase(session);
    double latency = session_latency_ms(session);
    if (phase != PHASE_IDLE)
        strbuf_add_text(out, phases[phase]);
    else if (!session_live(session))
        strbuf_add_text(out, "live off");
    else if (isnan(latency) || session_stale(session))
        strbuf_add_text(out, "live ○");
    else
        strbuf_format(out, "live ● %.0f ms", latency);
}

static size_t exercise_number(const Exercise *exercise)
{
    return (size_t)(exercise - exercise->lesson->exercises) + 1;
}

static void add_place(const Screen *screen, bool wide, StrBuf *out)
{
    const Exercise *exercise = screen->exercise;
    if (!exercise) {
        strbuf_add_text(out, "culab   a lab for learning CUDA");
        return;
    }
    const Lesson *lesson = exercise->lesson;
    if (wide)
        strbuf_add_text(out, "culab  ");
    strbuf_format(out, "%d %s ▸ ", lesson->number, lesson->title);
    if (wide)
        strbuf_format(out, "%zu of %zu: %s", exercise_number(exercise), lesson->exercise_count,
                      exercise->title);
    else
        strbuf_format(out, "%zu/%zu", exercise_number(exercise), lesson->exercise_count);
}

static void add_device(const Screen *screen, bool with_compiler, StrBuf *out)
{
    const DeviceInfo *device = session_device(screen->session);
    if (!device)
        strbuf_add_text(out, "starting the device…");
    else
        strbuf_add_text(out, device->name && device->name[0] ? device->name : "no device");
    if (with_compiler && device && device->nvrtc && device->nvrtc[0])
        strbuf_format(out, " · NVRTC %s", device->nvrtc);
}

/* How live mode does stands in the editor's frame, where there is one. */
static void add_progress(const Screen *screen, bool wide, StrBuf *out)
{
    if (!screen->exercise)
        return;
    if (!wide || screen->zoomed) {
        live_status(screen->session, out);
        strbuf_add_text(out, " · ");
    }
    strbuf_add_text(out, session_modified(screen->session) ? "not saved" : "saved");
}

static bool fits(const StrBuf *device, const StrBuf *progress, int room)
{
    return utf8_columns(strbuf_view(device)) + 3 + utf8_columns(strbuf_view(progress)) <= room;
}

/* In `room` columns; what stays the same, first the compiler and then the device, gives way to what
 * changes. */
static void add_state(const Screen *screen, bool wide, int room, StrBuf *out)
{
    StrBuf progress = {0};
    add_device(screen, wide, out);
    add_progress(screen, wide, &progress);
    if (progress.size > 0 && !fits(out, &progress, room)) {
        strbuf_clear(out);
        add_device(screen, false, out);
    }
    if (progress.size > 0 && !fits(out, &progress, room))
        strbuf_clear(out);
    else if (progress.size > 0)
        strbuf_add_text(out, " · ");
    strbuf_add(out, strbuf_view(&progress));
    strbuf_free(&progress);
}

void header_draw(const Screen *screen, Surface *surface)
{
    bool wide = surface->width >= LAYOUT_WIDE;
    StrBuf place = {0}, state = {0};
    add_place(screen, wide, &place);
    surface_fill(surface, (Rect){0, 0, surface->width, 1}, STYLE_STATUS);
    add_state(screen, wide, surface->width - utf8_columns(strbuf_view(&place)) - 4, &state);
    int columns = utf8_columns(strbuf_view(&state)), x = surface->width - 1 - columns;
    x = x > LEAST_PLACE ? x : LEAST_PLACE;
    surface_put(surface, 1, 0, strbuf_view(&place), STYLE_STATUS, x - 3);
    surface_put(surface, x, 0, strbuf_view(&state), STYLE_STATUS, surface->width - x);
    strbuf_free(&place);
    strbuf_free(&state);
}
