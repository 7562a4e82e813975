/* The device in use with its limits, and those that can be chosen instead. */
#include <inttypes.h>
#include <string.h>

#include "view/document.h"
#include "view/screen.h"

enum { LIMIT_COLUMN = 38 };

static void add_paragraph(Document *page, const char *text)
{
    document_add(page, view_of(text), STYLE_PLAIN);
    document_flush(page, "", "  ");
}

/* What is in use, in sentences. */
static void lay_out(const Screen *screen, Document *page)
{
    const DeviceInfo *device = session_device(screen->session);
    const char *trouble = session_device_trouble(screen->session);
    StrBuf text = {0};
    if (!device)
        add_paragraph(page, "The device is being started.");
    if (device && device->name && *device->name) {
        strbuf_format(&text, "In use: %s", device->name);
        if (device->major)
            strbuf_format(&text, ", compute capability %d.%d", device->major, device->minor);
        if (device->memory)
            strbuf_format(&text, ", %.1f GiB", (double)device->memory / (1 << 30));
        if (device->multiprocessors)
            strbuf_format(&text, ", %" PRIu32 " SMs", device->multiprocessors);
        if (device->driver && *device->driver)
            strbuf_format(&text, ", driver for CUDA %s", device->driver);
        if (device->nvrtc && *device->nvrtc)
            strbuf_format(&text, ", NVRTC %s", device->nvrtc);
        add_paragraph(page, strbuf_text(&text));
    }
    if (device && device->fit && *device->fit)
        add_paragraph(page, device->fit);
    if (device && device->mig)
        add_paragraph(page,
                      "It is a MIG instance: a part of a GPU, with SMs and memory of its own.");
    if (*trouble) {
        strbuf_clear(&text);
        strbuf_format(&text, "No GPU: %s", trouble);
        document_add(page, strbuf_view(&text),
                     device && device->simulated ? STYLE_DIM : STYLE_WRONG);
        document_flush(page, "", "  ");
    }
    strbuf_free(&text);
}

static void draw_option(const Screen *screen, size_t index, Surface *surface, Rect at, bool focused)
{
    const DeviceOption *option = session_device_option(screen->session, index);
    bool chosen = focused && screen->device.chosen == index;
    Style style = chosen ? STYLE_SELECTED : *option->trouble ? STYLE_DIM : STYLE_PLAIN;
    StrBuf text = {0};
    strbuf_format(&text, "%s %s", option->in_use ? "●" : " ", option->device);
    if (*option->profile)
        strbuf_format(&text, " %s", option->profile);
    if (*option->text)
        strbuf_format(&text, "  %s", option->text);
    if (*option->trouble)
        strbuf_format(&text, ": %s", option->trouble);
    if (chosen)
        surface_fill(surface, at, style);
    surface_put(surface, at.x, at.y, strbuf_view(&text), style, at.width);
    strbuf_free(&text);
}

static int draw_options(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    size_t count = session_device_count(screen->session);
    int rows = rect.height < (int)count ? rect.height : (int)count;
    scroll_show(&screen->device, count, rows);
    for (int i = 0; i < rows; i++)
        draw_option(screen, screen->device.top + (size_t)i, surface,
                    (Rect){rect.x, rect.y + i, rect.width, 1}, focused);
    return rows;
}

/* In as many columns as there is room for. */
static void draw_limits(const DeviceInfo *device, Surface *surface, Rect rect)
{
    int columns = rect.width / LIMIT_COLUMN;
    if (!device || columns < 1)
        return;
    for (size_t i = 0; i < device->limits.size; i++) {
        const DeviceLimit *limit = &device->limits.data[i];
        int x = rect.x + (int)(i % (size_t)columns) * LIMIT_COLUMN;
        int y = (int)(i / (size_t)columns);
        if (y >= rect.height)
            return;
        surface_format(surface, x, rect.y + y, STYLE_DIM, LIMIT_COLUMN - 1, "%11" PRId64 " %s",
                       limit->value, limit->name);
    }
}

static void draw(Screen *screen, Surface *surface, Rect rect, bool focused)
{
    Document page;
    rect = (Rect){rect.x + 1, rect.y, rect.width - 2, rect.height};
    document_init(&page, rect.width);
    lay_out(screen, &page);
    int head = (int)page.lines.size < rect.height ? (int)page.lines.size : rect.height;
    document_draw(&page, surface, (Rect){rect.x, rect.y, rect.width, head}, 0, 0);
    document_free(&page);
    Rect rest = {rect.x, rect.y + head, rect.width, rect.height - head};
    if (rest.height > 2)
        surface_put(surface, rest.x, rest.y, VIEW("To be chosen with Enter:"), STYLE_STRONG,
                    rest.width);
    rest.y++;
    rest.height--;
    if (rest.height < 1)
        return;
    int used = draw_options(screen, surface, rest, focused) + 1;
    if (rest.height > used)
        draw_limits(session_device(screen->session), surface,
                    (Rect){rest.x, rest.y + used, rest.width, rest.height - used});
}

static void move(Screen *screen, Move move)
{
    scroll_choose(&screen->device, move, session_device_count(screen->session));
}

static bool go(CommandCall *call)
{
    Screen *screen = call->screen;
    if (screen->device.chosen >= session_device_count(call->session))
        return error_set(&call->error, ERROR_MISUSE, "no device is known yet");
    const DeviceOption *option = session_device_option(call->session, screen->device.chosen);
    StrBuf told = {0};
    strbuf_format(&told, "%s%s%s", option->device, *option->profile ? " as " : "", option->profile);
    session_choose_device(call->session, option->device, option->profile);
    screen_tell(screen, SEVERITY_NOTE, "changing over to %s", strbuf_text(&told));
    strbuf_free(&told);
    return true;
}

const PaneOps device_pane = {
    .name = "Device",
    .scope = SCOPE_DEVICE,
    .keys = "go cancel help",
    .draw = draw,
    .move = move,
    .go = go,
};
