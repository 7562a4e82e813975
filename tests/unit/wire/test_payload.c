/* Every message goes over and comes back the same; cut or damaged ones are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "wire/frame.h"
#include "wire/payload.h"

static void assert_same_text(const char *a, const char *b)
{
    assert_string_equal(a ? a : "", b ? b : "");
}

static RanMessage make_ran(void)
{
    static BufferResult buffers[] = {{.name = "a",
                                      .type = ELEMENT_F64,
                                      .role = ROLE_INOUT,
                                      .count = 7,
                                      .guard_offset = -3,
                                      .changed_by = {.known = true, .place = {"add", "k.cu", 9}}}};
    RanMessage message = {.run = {.status = LAUNCH_FAULT,
                                  .error_name = "CUDA_ERROR_ILLEGAL_ADDRESS",
                                  .error_text = "it read \xc3\xa9",
                                  .buffers = buffers,
                                  .buffer_count = 1,
                                  .prints = 5,
                                  .kernel_ms = 1.5}};
    Finding finding = {.checker = "memory",
                       .rule = "out-of-bounds",
                       .text = "t",
                       .fatal = true,
                       .thread = {3, 2, 1},
                       .place = {"add", "k.cu", 4},
                       .address = UINT64_MAX};
    vec_push(&message.run.findings, finding);
    WarpAccess access = {4, {1, 0, 0}, 2, "load", "global", "in[3]", 4, 5, {9, 0, 17}, 6, 7};
    vec_push(&message.run.accesses, access);
    vec_push(&message.run.metrics, (Metric){"add", "m", 4, 2.0, 1.0});
    return message;
}

static StrBuf encode_ran(void)
{
    StrBuf out = {0};
    RanMessage message = make_ran();
    ran_encode(&message, &out);
    vec_free(&message.run.findings);
    vec_free(&message.run.metrics);
    vec_free(&message.run.accesses);
    return out;
}

static void test_ran(void **state)
{
    (void)state;
    StrBuf bytes = encode_ran();
    RanMessage got;
    assert_true(ran_decode(strbuf_view(&bytes), &got));
    assert_int_equal(got.run.status, LAUNCH_FAULT);
    assert_same_text(got.run.error_text, "it read \xc3\xa9");
    assert_int_equal(got.run.buffers[0].guard_offset, -3);
    assert_int_equal(got.run.buffers[0].changed_by.place.line, 9);
    assert_int_equal(got.run.findings.data[0].thread.y, 2);
    assert_same_text(got.run.findings.data[0].place.file, "k.cu");
    assert_true(got.run.findings.data[0].address == UINT64_MAX);
    assert_true(got.run.metrics.data[0].value == 2.0);
    assert_string_equal(got.run.accesses.data[0].name, "in[3]");
    assert_true(got.run.accesses.data[0].address[2] == 17 && got.run.accesses.data[0].ideal == 7);
    ran_message_free(&got);
    strbuf_free(&bytes);
}

static void test_cut_anywhere(void **state)
{
    (void)state;
    StrBuf bytes = encode_ran();
    RanMessage got;
    for (size_t size = 0; size < bytes.size; size++)
        assert_false(ran_decode(view_slice(strbuf_view(&bytes), 0, size), &got));
    strbuf_add_byte(&bytes, 0);
    assert_false(ran_decode(strbuf_view(&bytes), &got));
    strbuf_free(&bytes);
}

static void test_damaged_anywhere(void **state)
{
    (void)state;
    StrBuf bytes = encode_ran();
    RanMessage got;
    for (size_t at = 0; at < bytes.size; at++) {
        char kept = bytes.data[at];
        bytes.data[at] = (char)0xFF;
        if (ran_decode(strbuf_view(&bytes), &got)) {
            assert_true(got.run.status < LAUNCH_STATUS_COUNT);
            ran_message_free(&got);
        }
        bytes.data[at] = kept;
    }
    strbuf_free(&bytes);
}

static void test_run(void **state)
{
    (void)state;
    StrBuf bytes = {0};
    RunMessage message = {.kernel = "k", .grid = {1, 2, 3}, .block = {4, 5, 6}, .shared = 7};
    RunMessage got;
    vec_push(&message.arguments, (RunArgument){.name = "n", .type = ELEMENT_I32, .scalar = {9}});
    run_encode(&message, &bytes);
    vec_free(&message.arguments);
    assert_true(run_decode(strbuf_view(&bytes), &got));
    assert_int_equal(got.block.z, 6);
    assert_int_equal(got.arguments.data[0].scalar[0], 9);
    run_message_free(&got);
    strbuf_free(&bytes);
}

static void test_prints_hold_any_byte(void **state)
{
    (void)state;
    StrBuf bytes = {0};
    PrintLog log = {.lost = 4}, got;
    print_log_add(&log,
                  &(PrintRecord){.attributed = true, .line = 3, .text = "\0\xff\x1b", .size = 3});
    prints_encode(&log, &bytes);
    assert_true(prints_decode(strbuf_view(&bytes), &got));
    assert_int_equal(got.lost, 4);
    assert_memory_equal(got.records.data[0].text, "\0\xff\x1b", 3);
    print_log_free(&log);
    print_log_free(&got);
    strbuf_free(&bytes);
}

static void test_prints_are_refused_when_cut_or_wrong(void **state)
{
    (void)state;
    StrBuf bytes = {0};
    PrintLog log = {0}, got;
    for (int i = 0; i < 3; i++)
        print_log_add(&log, &(PrintRecord){.attributed = true, .text = "text", .size = 4});
    prints_encode(&log, &bytes);
    for (size_t size = 0; size < bytes.size; size++)
        assert_false(prints_decode((View){bytes.data, size}, &got));
    const struct {
        size_t at;
        char byte;
    } wrong[] = {{8, 2},        {8, 4},       {11, 127},    {12 + 24, 2},
                 {12 + 25, -1}, {12 + 30, 5}, {12 + 33, -1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char before = bytes.data[wrong[i].at];
        bytes.data[wrong[i].at] = wrong[i].byte;
        assert_false(prints_decode(strbuf_view(&bytes), &got));
        bytes.data[wrong[i].at] = before;
    }
    assert_true(prints_decode(strbuf_view(&bytes), &got));
    assert_int_equal(got.records.size, 3);
    print_log_free(&got);
    print_log_free(&log);
    strbuf_free(&bytes);
}

static void test_text_becomes_valid(void **state)
{
    (void)state;
    StrBuf bytes = {0};
    StartMessage got;
    start_encode(&(StartMessage){"a\xff", NULL}, &bytes);
    assert_true(start_decode(strbuf_view(&bytes), &got));
    assert_string_equal(got.device, "a<FF>");
    assert_string_equal(got.profile, "");
    start_message_free(&got);
    strbuf_free(&bytes);
    assert_false(start_decode((View){"\1\0\0\0\xff\0\0\0\0", 9}, &got));
    assert_false(start_decode((View){"\1\0\0\0\0\0\0\0\0", 9}, &got));
}

static void test_frame(void **state)
{
    (void)state;
    StrBuf bytes = {0};
    FrameHeader header;
    View payload;
    size_t used;
    frame_add(&bytes, MESSAGE_ASK, 42, VIEW("12345"));
    View all = strbuf_view(&bytes);
    for (size_t size = 0; size < all.size; size++)
        assert_int_equal(frame_take(view_slice(all, 0, size), &header, &payload, &used, NULL),
                         FRAME_PART);
    assert_int_equal(frame_take(all, &header, &payload, &used, NULL), FRAME_WHOLE);
    assert_int_equal(header.type, MESSAGE_ASK);
    assert_int_equal(header.sequence, 42);
    assert_true(view_equal_text(payload, "12345"));
    assert_int_equal(used, all.size);
    bytes.data[12] = 100; /* over the cap of ASK */
    assert_int_equal(frame_take(all, &header, &payload, &used, NULL), FRAME_BAD);
    strbuf_free(&bytes);
}

static void test_conversation(void **state)
{
    (void)state;
    WireState now = WIRE_NEW;
    assert_false(message_step(MESSAGE_COMPILE, FROM_CLIENT, &now));
    assert_false(message_step(MESSAGE_START, FROM_WORKER, &now));
    assert_true(message_step(MESSAGE_START, FROM_CLIENT, &now));
    assert_true(message_step(MESSAGE_HELLO, FROM_WORKER, &now));
    assert_true(message_step(MESSAGE_STOP, FROM_CLIENT, &now));
    assert_int_equal(now, WIRE_READY);
    assert_false(message_step((MessageType)999, FROM_CLIENT, &now));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ran),
        cmocka_unit_test(test_cut_anywhere),
        cmocka_unit_test(test_damaged_anywhere),
        cmocka_unit_test(test_run),
        cmocka_unit_test(test_prints_hold_any_byte),
        cmocka_unit_test(test_prints_are_refused_when_cut_or_wrong),
        cmocka_unit_test(test_text_becomes_valid),
        cmocka_unit_test(test_frame),
        cmocka_unit_test(test_conversation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
