/* Lines of addresses: of this very program, and of broken images. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

#include <string.h>

#include "base/strbuf.h"
#include "host/lines.h"

/* A line number program: two lines of the file at addresses 0x100 and 0x104, its end at 0x108. */
static const unsigned char section[] = {
    0x31, 0,   0,   0,                                                   /* size */
    4,    0,                                                             /* version */
    0x1b, 0,   0,   0,                                                   /* size of the header */
    1,    1,   1,   0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, /* no folders */
    'h',  '.', 'c', 0,    0,  0,  0, 0,                                  /* a file, and no more */
    0,    9,   2,   0,    1,  0,  0, 0, 0, 0, 0,                         /* address 0x100 */
    3,    6,   1,                                                        /* line 7 */
    75,                                                                  /* 4 on, line 8 */
    2,    4,   0,   1,    1,                                             /* 4 on, the end */
};

/* An image with that one section. */
static StrBuf image_make(void)
{
    static const char names[] = "\0.debug_line\0.shstrtab";
    StrBuf out = {0};
    struct {
        unsigned char ident[16];
        uint16_t type, machine;
        uint32_t version;
        uint64_t entry, phoff, shoff;
        uint32_t flags;
        uint16_t ehsize, phentsize, phnum, shentsize, shnum, shstrndx;
    } head = {.ident = {0x7f, 'E', 'L', 'F', 2, 1, 1}, .shentsize = 64, .shnum = 3, .shstrndx = 2};
    struct {
        uint32_t name, type;
        uint64_t flags, addr, offset, size;
        uint32_t link, info;
        uint64_t align, entsize;
    } sections[3] = {{0},
                     {.name = 1, .type = 1, .offset = 64, .size = sizeof section},
                     {.name = 13, .type = 3, .offset = 64 + sizeof section, .size = sizeof names}};
    head.shoff = 64 + sizeof section + sizeof names;
    strbuf_add_bytes(&out, &head, sizeof head);
    strbuf_add_bytes(&out, section, sizeof section);
    strbuf_add_bytes(&out, names, sizeof names);
    strbuf_add_bytes(&out, sections, sizeof sections);
    return out;
}

static void finds_lines(void **state)
{
    (void)state;
    StrBuf image = image_make();
    LineTable table;
    ((unsigned char *)image.data)[64] = sizeof section - 4;
    lines_read(strbuf_view(&image), "h.c", &table);
    assert_int_equal(lines_find(&table, 0xff), 0);
    assert_int_equal(lines_find(&table, 0x100), 7);
    assert_int_equal(lines_find(&table, 0x103), 7);
    assert_int_equal(lines_find(&table, 0x104), 8);
    assert_int_equal(lines_find(&table, 0x108), 0);
    lines_free(&table);
    lines_read(strbuf_view(&image), "other.c", &table);
    assert_int_equal(lines_find(&table, 0x100), 0);
    lines_free(&table);
    strbuf_free(&image);
}

/* Every byte in turn made another: whatever comes out, nothing is read outside. */
static void broken_images_do_no_harm(void **state)
{
    (void)state;
    StrBuf image = image_make();
    ((unsigned char *)image.data)[64] = sizeof section - 4;
    for (size_t i = 0; i < image.size; i++)
        for (int bit = 0; bit < 8; bit++) {
            LineTable table;
            char *copy = malloc(image.size - i % 3);
            memcpy(copy, image.data, image.size - i % 3);
            copy[i < image.size - i % 3 ? i : 0] ^= (char)(1 << bit);
            lines_read((View){copy, image.size - i % 3}, "h.c", &table);
            lines_find(&table, 0x100);
            lines_free(&table);
            free(copy);
        }
    strbuf_free(&image);
}

/* A step to a line that no number can be. */
static void a_line_beyond_all_numbers(void **state)
{
    (void)state;
    enum { PROGRAM = 64 + 37 };
    static const unsigned char step[] = {3,    0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0,    1};
    StrBuf image = image_make();
    LineTable table;
    ((unsigned char *)image.data)[64] = sizeof section - 4;
    memcpy(image.data + PROGRAM, step, sizeof step);
    lines_read(strbuf_view(&image), "h.c", &table);
    assert_true(table.rows.size > 0);
    assert_int_equal(lines_find(&table, 0), 0);
    lines_free(&table);
    strbuf_free(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_lines),
        cmocka_unit_test(broken_images_do_no_harm),
        cmocka_unit_test(a_line_beyond_all_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
