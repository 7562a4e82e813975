/* The parser: what a module, a function and an instruction become. */
#include "ptx/place.h"
#include "ptx_test.h"

#include <stdio.h>

static void test_module_header(void **state)
{
    (void)state;
    PtxModule *module = parse_good(".version 7.8\n.target sm_90a, debug\n.address_size 64\n"
                                   ".file 3 \"a b.cu\", 12, 34\n");
    assert_int_equal(module->version_major, 7);
    assert_int_equal(module->version_minor, 8);
    assert_int_equal(module->target_sm, 90);
    assert_true(module->target_debug);
    assert_true(view_equal_text(module->target, "sm_90a"));
    assert_int_equal(module->file_count, 1);
    assert_int_equal(module->files[0].number, 3);
    assert_true(view_equal_text(module->files[0].name, "a b.cu"));
    ptx_free(module);
}

static void test_params_by_natural_alignment(void **state)
{
    (void)state;
    PtxModule *module =
        parse_good(HEADER ".visible .entry k(.param .u8 a, .param .u16 b, .param .u64 .ptr .global "
                          ".align 16 c, .param .align 16 .b8 d[20], .param .f32 e) { ret; }");
    const PtxFunction *kernel = kernel_of(module);
    static const uint64_t offsets[] = {0, 2, 8, 16, 36};
    assert_int_equal(kernel->param_count, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(kernel->params[i]->offset, offsets[i]);
    assert_int_equal(kernel->param_size, 40);
    assert_true(kernel->params[2]->ptr);
    assert_int_equal(kernel->params[2]->ptr_space, PTX_SPACE_GLOBAL);
    assert_int_equal(kernel->params[2]->ptr_align, 16);
    ptx_free(module);
}

static void test_directives(void **state)
{
    (void)state;
    PtxModule *module = parse_good(HEADER ".visible .entry k .maxntid 256 .reqntid 8, 4, 2 "
                                          ".minnctapersm 2 .maxnreg 64 .pragma \"x\"; { ret; }");
    const PtxFunction *kernel = kernel_of(module);
    assert_int_equal(kernel->maxntid[0], 256);
    assert_int_equal(kernel->maxntid[1], 1);
    assert_int_equal(kernel->reqntid[2], 2);
    assert_int_equal(kernel->minnctapersm, 2);
    assert_int_equal(kernel->maxnreg, 64);
    assert_int_equal(kernel->param_count, 0);
    ptx_free(module);
}

static void test_instruction(void **state)
{
    (void)state;
    PtxModule *module = parse_good(KERNEL("@!%p1 ld.global.nc.L1::no_allocate.v2.u16 {%h1, %h2}, "
                                          "[%rd1 + -8];"));
    const PtxInst *inst = &kernel_of(module)->insts[0];
    assert_int_equal(inst->op, PTX_OP_LD);
    assert_int_equal(inst->space, PTX_SPACE_GLOBAL);
    assert_int_equal(inst->vector, 2);
    assert_int_equal(inst->type_count, 1);
    assert_int_equal(inst->types[0], PTX_U16);
    assert_true(ptx_has(inst, PTX_MOD_NC));
    assert_true(ptx_has(inst, PTX_MOD_L1_NO_ALLOCATE));
    assert_false(ptx_has(inst, PTX_MOD_VOLATILE));
    assert_int_equal(inst->guard, 1);
    assert_true(inst->guard_negate);
    assert_int_equal(inst->pos.line, 7);
    assert_int_equal(inst->pos.column, 7);
    assert_int_equal(inst->operand_count, 2);
    assert_int_equal(inst->operands[0].kind, PTX_OPERAND_VECTOR);
    assert_int_equal(inst->operands[0].item_count, 2);
    assert_int_equal(inst->operands[1].kind, PTX_OPERAND_ADDRESS);
    assert_int_equal(inst->operands[1].imm, -8);
    ptx_free(module);
}

static void test_constants(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } rows[] = {
        {"0x10", 16},
        {"017", 15},
        {"0b101", 5},
        {"7U", 7},
        {"-5", -5},
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"1 << 4 | 1", 17},
        {"10 - 4 - 3", 3},
        {"~0", -1},
        {"!3", 0},
        {"1 ? 2 : 3", 2},
        {"5 > 3 && 2 >= 2", 1},
        {"-7 / 2", -3},
        {"-7 % 4", -3},
        {"-8 >> 1", -4},
        {"-1 >> 64", -1},
        {"1 << 64", 0},
        {"0xFFFFFFFFFFFFFFFF >> 60", 15},
        {"(.s64) 0xFFFFFFFFFFFFFFFF >> 60", -1},
        {"WARP_SZ * 2", 64},
        {"0x8000000000000000 / -1", 0},
        {"-0x7FFFFFFFFFFFFFFF - 1", INT64_MIN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];
        const char *before = HEADER ".visible .entry k() { .reg .b64 x; mov.b64 x, ";
        snprintf(text, sizeof text, "%s%s; }", before, rows[i].text);
        PtxModule *module = parse_good(text);
        const PtxOperand *operand = &kernel_of(module)->insts[0].operands[1];
        assert_int_equal(operand->kind, PTX_OPERAND_IMM);
        assert_true(operand->imm == rows[i].value);
        ptx_free(module);
    }
}

static void test_floats(void **state)
{
    (void)state;
    PtxModule *module =
        parse_good(KERNEL("mov.f32 %f1, 0f3F800000; mov.f64 %fd1, -0d3FF0000000000000;"
                          "mov.f64 %fd2, 1.5e1;"));
    const PtxInst *insts = kernel_of(module)->insts;
    double value;
    assert_true(insts[0].operands[1].is_f32);
    assert_int_equal(insts[0].operands[1].imm, 0x3F800000);
    assert_true(insts[1].operands[1].is_f64);
    assert_true((uint64_t)insts[1].operands[1].imm == 0xBFF0000000000000);
    memcpy(&value, &insts[2].operands[1].imm, sizeof value);
    assert_true(value == 15.0);
    ptx_free(module);
}

static void test_inner_scopes_hide_outer_ones(void **state)
{
    (void)state;
    PtxModule *module =
        parse_good(KERNEL("mov.u32 %r1, 1;\n{ .reg .u32 %r<2>; mov.u32 %r1, 2; mov.u32 "
                          "%r5, 3; }\nmov.u32 %r1, 4;"));
    const PtxInst *insts = kernel_of(module)->insts;
    assert_int_equal(insts[0].operands[0].reg, insts[3].operands[0].reg);
    assert_int_not_equal(insts[0].operands[0].reg, insts[1].operands[0].reg);
    assert_int_equal(insts[2].operands[0].reg, insts[0].operands[0].reg + 4);
    ptx_free(module);
}

static void test_names_and_ranges_hide_each_other(void **state)
{
    (void)state;
    PtxModule *module = parse_good(KERNEL("{ .reg .b64 %r1; mov.u64 %r1, 2; mov.u32 %r2, 3; }\n"
                                          "{ .reg .b64 x2; { .reg .b32 x<3>; mov.u32 x2, 1; } "
                                          "mov.u64 x2, 1; }"));
    const PtxFunction *kernel = kernel_of(module);
    static const PtxType types[] = {PTX_B64, PTX_B32, PTX_B32, PTX_B64};
    for (int i = 0; i < 4; i++)
        assert_int_equal(kernel->regs[kernel->insts[i].operands[0].reg].type, types[i]);
    ptx_free(module);
}

static void test_labels_belong_to_scopes(void **state)
{
    (void)state;
    PtxModule *module =
        parse_good(KERNEL("{ bra L; ret; L: }\n{ L: bra L; bra OUT; }\nOUT: exit; END:"));
    const PtxFunction *kernel = kernel_of(module);
    assert_int_equal(kernel->insts[0].operands[0].label, 2);
    assert_int_equal(kernel->insts[2].operands[0].label, 2);
    assert_int_equal(kernel->insts[3].operands[0].label, 4);
    assert_int_equal(kernel->label_count, 4);
    assert_int_equal(kernel->labels[3].inst, kernel->inst_count);
    ptx_free(module);
}

static void test_vector_registers_become_scalars(void **state)
{
    (void)state;
    PtxModule *module =
        parse_good(KERNEL(".reg .v4 .f32 v; ld.global.v4.f32 v, [%rd1]; add.f32 %f1, v.y, v.a;"));
    const PtxInst *insts = kernel_of(module)->insts;
    const PtxOperand *vector = &insts[0].operands[0];
    assert_int_equal(vector->kind, PTX_OPERAND_VECTOR);
    assert_int_equal(vector->item_count, 4);
    assert_int_equal(insts[1].operands[1].reg, vector->items[1].reg);
    assert_int_equal(insts[1].operands[2].reg, vector->items[3].reg);
    ptx_free(module);
}

static void test_call(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        HEADER ".func (.param .b32 r) f(.param .b32 x) ;\n.func g() ;\n.visible .entry k() {\n"
               ".reg .b64 %rd; .reg .b32 %r; .param .b32 in, out;\nproto: .callprototype _ ();\n"
               "call (out), f, (in);\ncall.uni g;\ncall %rd, (), proto;\ncall (%r), f, (5);\n}");
    const PtxInst *insts = kernel_of(module)->insts;
    assert_int_equal(insts[0].operand_count, 4);
    assert_int_equal(insts[0].operands[0].kind, PTX_OPERAND_LIST);
    assert_int_equal(insts[0].operands[1].kind, PTX_OPERAND_FUNCTION);
    assert_int_equal(insts[0].operands[2].items[0].kind, PTX_OPERAND_SYMBOL);
    assert_int_equal(insts[0].operands[3].kind, PTX_OPERAND_NONE);
    assert_int_equal(insts[1].operand_count, 4);
    assert_int_equal(insts[1].operands[0].kind, PTX_OPERAND_NONE);
    assert_int_equal(insts[2].operands[1].kind, PTX_OPERAND_REG);
    assert_int_equal(insts[2].operands[3].kind, PTX_OPERAND_TABLE);
    assert_int_equal(insts[2].operands[3].table->kind, 'p');
    assert_int_equal(insts[3].operands[2].items[0].imm, 5);
    ptx_free(module);
}

static void test_branch_table(void **state)
{
    (void)state;
    PtxModule *module =
        parse_good(KERNEL("T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: ret;\nB: exit;"));
    const PtxOperand *operand = &kernel_of(module)->insts[0].operands[1];
    assert_int_equal(operand->kind, PTX_OPERAND_TABLE);
    assert_int_equal(operand->table->count, 3);
    assert_int_equal(operand->table->labels[0], 1);
    assert_int_equal(operand->table->labels[1], 2);
    assert_int_equal(operand->table->labels[2], 1);
    ptx_free(module);
}

static void test_frames(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        KERNEL(".local .b8 c; .local .align 16 .b8 depot[40];\n{ .param .b64 x; .param .b32 y; }\n"
               "{ .param .b32 z; }"));
    const PtxFunction *kernel = kernel_of(module);
    assert_int_equal(kernel->local_size, 56);
    assert_int_equal(kernel->locals[1]->offset, 16);
    assert_int_equal(kernel->locals[3]->offset, 8);
    assert_int_equal(kernel->locals[4]->offset, 0); /* sibling scopes share the room */
    assert_int_equal(kernel->frame_param_size, 12);
    ptx_free(module);
}

static void test_initialisers(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        HEADER
        ".global .u32 one = 0x01020304;\n.global .f32 f = 1.0;\n.const .s16 m[2][3] = {{1}, {2, "
        "-3}};\n.global .u64 at[3] = {one, generic(m)+4, k};\n.global .b8 b[3] = {0xFF(one), "
        "0xFF00(one), 0xFF0000(generic(one)+1)};\n.global .v2 .u8 v[] = {{1, 2}, {3, 4}};\n"
        ".visible .entry k() { ret; }");
    const PtxSymbol *m = ptx_find_symbol(module, VIEW("m"));
    static const uint8_t bytes[] = {1, 0, 0, 0, 0, 0, 2, 0, 0xfd, 0xff};
    assert_int_equal(m->size, 12);
    assert_int_equal(m->data_size, sizeof bytes);
    assert_memory_equal(m->data, bytes, sizeof bytes);
    assert_int_equal(ptx_find_symbol(module, VIEW("one"))->data[0], 4);
    assert_int_equal(ptx_find_symbol(module, VIEW("f"))->data[3], 0x3f);
    const PtxSymbol *at = ptx_find_symbol(module, VIEW("at"));
    assert_int_equal(at->relocation_count, 3);
    assert_true(at->relocations[1].generic);
    assert_int_equal(at->relocations[1].addend, 4);
    assert_int_equal(at->relocations[1].offset, 8);
    assert_ptr_equal(at->relocations[2].function, kernel_of(module));
    const PtxSymbol *b = ptx_find_symbol(module, VIEW("b"));
    assert_int_equal(b->relocations[2].shift, 16);
    assert_int_equal(b->relocations[2].size, 1);
    assert_int_equal(ptx_find_symbol(module, VIEW("v"))->count, 2);
    ptx_free(module);
}

static void test_inlined_places(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        HEADER
        ".visible .entry k()\n{\n.loc 1 10 3\nret;\n.loc 1 5 7, function_name $I0, inlined_at 1 "
        "10 3\n.loc 1 2 9, function_name $I0+4, inlined_at 1 5 7\nret;\n}\n.file 1 \"x.cu\"\n"
        ".section .debug_str\n{\n$I0:\n.b8 102,111,111,0\n.b8 98,97,114,0\n}\n");
    const PtxInst *insts = kernel_of(module)->insts;
    assert_int_equal(insts[0].loc->line, 10);
    assert_null(insts[0].loc->inlined);
    const PtxLoc *loc = insts[1].loc;
    assert_int_equal(loc->line, 2);
    assert_true(view_equal_text(loc->function, "bar"));
    assert_int_equal(loc->inlined->line, 5);
    assert_true(view_equal_text(loc->inlined->function, "foo"));
    assert_ptr_equal(loc->inlined->inlined, insts[0].loc);
    assert_int_equal(loc->file, 0);
    ptx_free(module);
}

/* A function that is inlined at two calls: where the chain is not written again, the call that was
 * written last is meant. */
static void test_inlined_at_two_calls(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        HEADER ".visible .entry k()\n{\n.loc 1 10 3\n.loc 1 5 7, function_name $I0, inlined_at 1 "
               "10 3\n.loc 1 2 9, function_name $I1, inlined_at 1 5 7\nret;\n.loc 1 12 3\n.loc 1 5 "
               "7, function_name $I0, inlined_at 1 12 3\n.loc 1 2 9, function_name $I1, inlined_at "
               "1 5 7\nret;\n.loc 1 10 3\n.loc 1 2 9, function_name $I1, inlined_at 1 5 "
               "7\nret;\n.loc 1 12 3\n.loc 1 2 9, function_name $I1, inlined_at 1 5 7\nret;\n}\n"
               ".file 1 \"x.cu\"\n");
    const PtxInst *insts = kernel_of(module)->insts;
    const uint32_t calls[] = {10, 12, 10, 12};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(insts[i].loc->line, 2);
        assert_int_equal(insts[i].loc->inlined->line, 5);
        assert_int_equal(insts[i].loc->inlined->inlined->line, calls[i]);
    }
    ptx_free(module);
}

static void test_place_without_a_file(void **state)
{
    (void)state;
    PtxModule *module = parse_good(HEADER ".visible .entry k() {\n.loc 7 3 1\nret; }");
    const PtxLoc *loc = kernel_of(module)->insts[0].loc;
    assert_int_equal(loc->line, 3);
    assert_int_equal(module->file_count, 1);
    assert_int_equal(module->files[loc->file].number, 7);
    assert_int_equal(module->files[loc->file].name.size, 0);
    ptx_free(module);
}

/* Line 0: what the compiler made of memset() ends with a branch and belongs to the line before;
 * what it moved in front of a loop, to the line after. */
static void test_place_of_line_0(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        HEADER ".visible .entry k() {\n.reg .b32 %r<2>;\n.reg .pred %p;\n.loc 1 8 1\nmov.b32 %r1, "
               "1;\nL: .loc 1 0 1\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p, %r1, 9;\n@%p bra L;\n"
               "mov.b32 %r1, 2;\n.loc 1 9 1\nret; }\n.file 1 \"x.cu\"\n");
    const PtxInst *insts = kernel_of(module)->insts;
    assert_int_equal(ptx_place(module, &insts[1]).line, 8);
    assert_int_equal(ptx_place(module, &insts[3]).line, 8);
    assert_int_equal(ptx_place(module, &insts[4]).line, 9);
    ptx_free(module);
}

static void test_declared_then_defined(void **state)
{
    (void)state;
    PtxModule *module = parse_good(
        HEADER ".extern .global .u32 x;\n.visible .func f(.param .b32 a) ;\n.visible .entry k() { "
               ".param .b32 p; "
               "call f, (p); }\n.func f(.param .b32 a) { ret; }\n.visible .global .u32 x = 3;\n"
               ".func h() ;\n.func g() { exit; }\n.alias h, g;\n");
    const PtxFunction *f = ptx_find_function(module, VIEW("f"));
    assert_int_equal(module->function_count, 4);
    assert_true(f->has_body);
    assert_int_equal(f->linkage, PTX_LINK_VISIBLE);
    assert_ptr_equal(kernel_of(module)->insts[0].operands[1].function, f);
    assert_int_equal(module->symbol_count, 1);
    assert_int_equal(module->symbols[0]->linkage, PTX_LINK_VISIBLE);
    assert_int_equal(ptx_find_function(module, VIEW("h"))->inst_count, 1);
    ptx_free(module);
}

static void test_selectors(void **state)
{
    (void)state;
    PtxModule *module = parse_good(KERNEL("vadd4.u32.u32.u32 %r1, %r2.b3210, %r3.b7, %r4;"));
    const PtxOperand *operands = kernel_of(module)->insts[0].operands;
    assert_int_equal(ptx_selector_letter(&operands[1]), 'b');
    assert_int_equal(ptx_selector_count(&operands[1]), 4);
    assert_int_equal(ptx_selector_digit(&operands[1], 0), 3);
    assert_int_equal(ptx_selector_digit(&operands[1], 3), 0);
    assert_int_equal(ptx_selector_digit(&operands[2], 0), 7);
    assert_int_equal(ptx_selector_letter(&operands[3]), 0);
    ptx_free(module);
}

static void test_text_need_not_end_in_nul(void **state)
{
    (void)state;
    static const char text[] = HEADER ".visible .entry k() { ret; }garbage";
    Error error = {0};
    PtxModule *module = ptx_parse((View){text, sizeof text - sizeof "garbage"}, &error);
    assert_non_null(module);
    ptx_free(module);
}

static void test_limits(void **state)
{
    (void)state;
    parse_bad(KERNEL(".reg .b32 %x<4000000000>;"), 7, "more than");
    parse_bad(HEADER ".global .b8 x[99999999999999];", 4, "more than the limit");
    parse_bad(HEADER ".global .b8 x[4294967296][4294967296];", 4, "larger than the limit");
    parse_bad(HEADER ".global .b64 x[][4294967296][4294967296] = {{{1}}};", 4, "larger than");
    parse_bad(HEADER ".global .b8 x[1000][10000000] = {{1}, {1}, {1}, {1}};", 4, "too large");
    parse_bad(HEADER ".shared .b8 x[99999999];", 4, "larger than the limit");
    StrBuf deep = {0};
    strbuf_add_text(&deep, HEADER ".visible .entry k()\n");
    for (int i = 0; i < 100000; i++)
        strbuf_add_byte(&deep, '{');
    parse_bad(strbuf_text(&deep), 5, "nested more than");
    strbuf_clear(&deep);
    strbuf_add_text(&deep, HEADER ".global .u32 x = ");
    for (int i = 0; i < 100000; i++)
        strbuf_add_byte(&deep, '(');
    parse_bad(strbuf_text(&deep), 4, "nested more than");
    strbuf_clear(&deep);
    strbuf_add_text(&deep, HEADER ".global .u32 x = ");
    for (int i = 0; i < 100000; i++)
        strbuf_add_byte(&deep, '-');
    parse_bad(strbuf_text(&deep), 4, "nested more than");
    strbuf_free(&deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_module_header),
        cmocka_unit_test(test_params_by_natural_alignment),
        cmocka_unit_test(test_directives),
        cmocka_unit_test(test_instruction),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_inner_scopes_hide_outer_ones),
        cmocka_unit_test(test_names_and_ranges_hide_each_other),
        cmocka_unit_test(test_labels_belong_to_scopes),
        cmocka_unit_test(test_vector_registers_become_scalars),
        cmocka_unit_test(test_call),
        cmocka_unit_test(test_branch_table),
        cmocka_unit_test(test_frames),
        cmocka_unit_test(test_initialisers),
        cmocka_unit_test(test_inlined_places),
        cmocka_unit_test(test_inlined_at_two_calls),
        cmocka_unit_test(test_place_without_a_file),
        cmocka_unit_test(test_place_of_line_0),
        cmocka_unit_test(test_declared_then_defined),
        cmocka_unit_test(test_selectors),
        cmocka_unit_test(test_text_need_not_end_in_nul),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
