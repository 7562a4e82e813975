/* culabSimApi: printf with places, findings, writers, stopping; the library opened at run time. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "api.h"
#include "cuda/driver.h"

/* printf("%d\n", 42) on a line of a source file, then a store that anybody's writer can be asked
 * for. */
static const char talking_ptx[] =
    ".version 6.0\n.target sm_52\n.address_size 64\n"
    ".extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);\n"
    ".global .align 1 .b8 text[8] = {61, 37, 100, 10, 0};\n"
    ".visible .entry talk(.param .u64 out)\n"
    "{\n  .local .align 8 .b8 room[8];\n  .reg .b64 %d<6>;\n  .reg .b32 %r<4>;\n"
    "  .file 1 \"lesson.cu\"\n  .loc 1 7 3\n"
    "  mov.u32 %r1, %tid.x;\n  mov.u64 %d1, room;\n  cvta.local.u64 %d2, %d1;\n"
    "  st.local.u32 [%d1], %r1;\n  mov.u64 %d3, text;\n  cvta.global.u64 %d4, %d3;\n"
    "  {\n  .param .b64 format;\n  .param .b64 arguments;\n  .param .b32 result;\n"
    "  st.param.b64 [format], %d4;\n  st.param.b64 [arguments], %d2;\n"
    "  call.uni (result), vprintf, (format, arguments);\n"
    "  ld.param.b32 %r2, [result];\n  }\n"
    "  .loc 1 9 3\n"
    "  ld.param.u64 %d5, [out];\n  st.global.u32 [%d5], %r1;\n  ret;\n}\n"
    ".visible .entry peek(.param .u64 from, .param .u64 out)\n"
    "{\n  .reg .b64 %d<3>;\n  .reg .b32 %r;\n"
    "  ld.param.u64 %d1, [from];\n  ld.param.u64 %d2, [out];\n"
    "  ld.u32 %r, [%d1];\n  st.u32 [%d2], %r;\n  ret;\n}\n"
    ".visible .entry forever()\n{\nAGAIN:\n  bra AGAIN;\n}\n";

static const CulabSimApi *sim;
static CUmodule talking;

static int sim_open(void **state)
{
    context_open(state);
    sim = culabSimApi(CULAB_SIM_VERSION);
    assert_non_null(sim);
    OK(cuModuleLoadData(&talking, talking_ptx));
    return 0;
}

static int sim_close(void **state)
{
    CulabSimOptions plain = {.size = sizeof plain, .strict = 1};
    assert_int_equal(sim->set_options(&plain), 0);
    sim->clear();
    return context_close(state);
}

typedef struct Heard {
    unsigned count, line, thread;
    char text[64], file[64];
} Heard;

static void hear(void *state, const CulabSimPrint *print)
{
    Heard *heard = state;
    heard->count++;
    heard->line = print->where.line;
    heard->thread = print->who.thread[0];
    snprintf(heard->text, sizeof heard->text, "%.*s", (int)print->size, print->text);
    snprintf(heard->file, sizeof heard->file, "%s", print->where.file);
}

static void talk(CUdeviceptr out, unsigned threads)
{
    CUfunction kernel;
    void *arguments[] = {&out};
    OK(cuModuleGetFunction(&kernel, talking, "talk"));
    OK(cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, NULL, arguments, NULL));
}

static void prints_come_with_thread_and_line(void **state)
{
    (void)state;
    Heard heard = {0};
    CUdeviceptr out;
    CulabSimOptions options = {.size = sizeof options, .state = &heard, .print = hear};
    OK(cuMemAlloc_v2(&out, 4));
    assert_int_equal(sim->set_options(&options), 0);
    talk(out, 3);
    assert_int_equal(heard.count, 0);
    OK(cuCtxSynchronize());
    assert_int_equal(heard.count, 3);
    assert_int_equal(heard.thread, 2);
    assert_int_equal(heard.line, 7);
    assert_string_equal(heard.text, "=2\n");
    assert_string_equal(heard.file, "lesson.cu");
}

/* Without a callback the text goes to standard output. */
static void prints_go_to_standard_output(void **state)
{
    (void)state;
    CUdeviceptr out;
    char text[32] = "";
    FILE *file = tmpfile();
    assert_non_null(file);
    OK(cuMemAlloc_v2(&out, 4));
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    talk(out, 2);
    CUresult result = cuCtxSynchronize();
    dup2(kept, STDOUT_FILENO);
    close(kept);
    OK(result);
    rewind(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), 6);
    fclose(file);
    assert_string_equal(text, "=0\n=1\n");
}

static void call_from_print(void *state, const CulabSimPrint *print)
{
    (void)print;
    CUdeviceptr data;
    *(CUresult *)state = cuMemAlloc_v2(&data, 4);
}

static void a_print_callback_may_not_call_the_driver(void **state)
{
    (void)state;
    CUdeviceptr out;
    CUresult inner = CUDA_SUCCESS;
    CulabSimOptions options = {.size = sizeof options, .state = &inner, .print = call_from_print};
    assert_int_equal(sim->set_options(&options), 0);
    OK(cuMemAlloc_v2(&out, 4));
    talk(out, 1);
    OK(cuCtxSynchronize());
    assert_int_equal(inner, CUDA_ERROR_NOT_PERMITTED);
}

typedef struct Found {
    unsigned count, line;
    char checker[32], rule[64], ptx[64], text[256];
    int fatal;
    uint64_t address;
} Found;

static void take(void *state, const CulabSimFinding *finding)
{
    Found *found = state;
    found->count++;
    found->line = finding->where.line;
    found->fatal = finding->fatal;
    found->address = finding->address;
    snprintf(found->checker, sizeof found->checker, "%s", finding->checker);
    snprintf(found->rule, sizeof found->rule, "%s", finding->rule);
    snprintf(found->ptx, sizeof found->ptx, "%s", finding->where.ptx);
    snprintf(found->text, sizeof found->text, "%s", finding->text);
}

static void count_all(void *state, const CulabSimFinding *finding)
{
    Found *found = state;
    found->count += 1 + (unsigned)finding->repeats;
    found->fatal |= finding->fatal;
}

/* As on a device: what an allocation was rounded up to can be reached, what lies behind cannot. */
static void padding_is_a_finding_and_no_fault(void **state)
{
    (void)state;
    Heard heard = {0};
    Found found = {0};
    CUdeviceptr out;
    CulabSimOptions options = {.size = sizeof options, .state = &heard, .print = hear};
    OK(cuMemAlloc_v2(&out, 4));
    assert_int_equal(sim->set_options(&options), 0);
    talk(out + 4, 3);
    talk(out + 508, 1);
    OK(cuCtxSynchronize());
    sim->findings(&found, count_all);
    assert_int_equal(found.count, 4);
    assert_false(found.fatal);
    talk(out + 512, 1);
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

static void a_fault_is_a_finding_with_its_place(void **state)
{
    (void)state;
    Heard heard = {0};
    Found found = {0};
    CUdeviceptr out;
    CulabSimLaunchStatus status;
    CulabSimOptions options = {.size = sizeof options, .state = &heard, .print = hear, .strict = 1};
    OK(cuMemAlloc_v2(&out, 4));
    assert_int_equal(sim->set_options(&options), 0);
    talk(out + 4, 1);
    IS(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
    sim->findings(&found, take);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.line, 9);
    assert_true(found.fatal);
    assert_string_equal(found.checker, "memory");
    assert_string_equal(found.ptx, "st.global.u32 [%d5], %r1;");
    assert_int_equal(found.address, out + 4);
    sim->last_launch(&status);
    assert_true(status.launch > 0 && status.status != 0);
    sim->clear();
    found.count = 0;
    sim->findings(&found, take);
    assert_int_equal(found.count, 0);
}

static void the_writer_of_a_byte_is_known(void **state)
{
    (void)state;
    Heard heard = {0};
    CUdeviceptr out;
    CulabSimWriter writer;
    CulabSimOptions options = {
        .size = sizeof options, .checks = CULAB_SIM_PROVENANCE, .state = &heard, .print = hear};
    assert_int_equal(sim->set_options(&options), 0);
    OK(cuMemAlloc_v2(&out, 8));
    talk(out, 1);
    OK(cuCtxSynchronize());
    assert_int_equal(sim->writer(out + 2, &writer), 1);
    assert_int_equal(writer.where.line, 9);
    assert_int_equal(sim->writer(out + 4, &writer), 0);
    /* The place outlives its module. */
    OK(cuModuleUnload(talking));
    assert_int_equal(sim->writer(out, &writer), 1);
    assert_string_equal(writer.where.function, "talk");
}

static unsigned findings_of_peek(CUdeviceptr from, CUdeviceptr out)
{
    Found found = {0};
    CUfunction kernel;
    void *arguments[] = {&from, &out};
    OK(cuModuleGetFunction(&kernel, talking, "peek"));
    OK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    OK(cuCtxSynchronize());
    sim->findings(&found, take);
    sim->clear();
    return found.count;
}

/* Pinned and managed memory is written by the program itself, and nobody sees it. */
static void memory_that_the_host_writes_counts_as_written(void **state)
{
    (void)state;
    CUdeviceptr out, from, managed;
    unsigned *pinned;
    CulabSimOptions options = {.size = sizeof options, .checks = CULAB_SIM_CHECK_INIT};
    assert_int_equal(sim->set_options(&options), 0);
    OK(cuMemAlloc_v2(&out, 4));
    OK(cuMemsetD32_v2(out, 0, 1));
    assert_int_equal(findings_of_peek(out, out), 0);
    OK(cuMemAlloc_v2(&from, 4));
    OK(cuMemAllocManaged(&managed, 4, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocHost_v2((void **)&pinned, 4));
    *(unsigned *)(uintptr_t)managed = *pinned = 5;
    assert_int_equal(findings_of_peek(managed, out), 0);
    assert_int_equal(findings_of_peek((CUdeviceptr)(uintptr_t)pinned, out), 0);
    assert_int_equal(findings_of_peek(from, out), 1);
}

static void a_budget_ends_an_endless_kernel(void **state)
{
    (void)state;
    CUfunction kernel;
    CulabSimOptions options = {.size = sizeof options, .budget = 100000};
    assert_int_equal(sim->set_options(&options), 0);
    OK(cuModuleGetFunction(&kernel, talking, "forever"));
    OK(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    IS(CUDA_ERROR_LAUNCH_TIMEOUT, cuCtxSynchronize());
    IS(CUDA_ERROR_LAUNCH_TIMEOUT, cuCtxSynchronize());
}

static void *keep_stopping(void *ended)
{
    while (!*(volatile int *)ended)
        sim->stop();
    return NULL;
}

static void stop_ends_an_endless_kernel(void **state)
{
    (void)state;
    CUfunction kernel;
    pthread_t thread;
    volatile int ended = 0;
    OK(cuModuleGetFunction(&kernel, talking, "forever"));
    OK(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
    assert_int_equal(pthread_create(&thread, NULL, keep_stopping, (void *)&ended), 0);
    IS(CUDA_ERROR_LAUNCH_TIMEOUT, cuCtxSynchronize());
    ended = 1;
    assert_int_equal(pthread_join(thread, NULL), 0);
}

static void odd_options_are_refused(void **state)
{
    (void)state;
    CulabSimOptions options = {.size = 4};
    assert_int_equal(sim->set_options(NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(sim->set_options(&options), CUDA_ERROR_INVALID_VALUE);
    options = (CulabSimOptions){.size = sizeof options, .checks = 1u << 30};
    assert_int_equal(sim->set_options(&options), CUDA_ERROR_INVALID_VALUE);
    assert_null(culabSimApi(CULAB_SIM_VERSION + 1));
    assert_string_equal(sim->profiles()[0], "rtx3060");
}

static void the_loader_finds_the_library(void **state)
{
    (void)state;
    CudaDriver driver;
    SharedSearch search = {0};
    Error error = {0};
    int version;
    assert_true(cuda_driver_open(&driver, "sim", &search, &error));
    assert_true(driver.simulated);
    assert_int_equal(search.missing.size, 0);
    assert_int_equal(driver.cuDriverGetVersion(&version), CUDA_SUCCESS);
    assert_int_equal(version, 13000);
    assert_non_null(cuda_driver_symbol(&driver, "culabSimApi"));
    cuda_driver_close(&driver);
    shared_search_free(&search);
}

#define SIM_TEST(name) cmocka_unit_test_setup_teardown(name, sim_open, sim_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SIM_TEST(prints_come_with_thread_and_line),
        SIM_TEST(prints_go_to_standard_output),
        SIM_TEST(a_print_callback_may_not_call_the_driver),
        SIM_TEST(padding_is_a_finding_and_no_fault),
        SIM_TEST(a_fault_is_a_finding_with_its_place),
        SIM_TEST(the_writer_of_a_byte_is_known),
        SIM_TEST(memory_that_the_host_writes_counts_as_written),
        SIM_TEST(a_budget_ends_an_endless_kernel),
        SIM_TEST(stop_ends_an_endless_kernel),
        SIM_TEST(odd_options_are_refused),
        cmocka_unit_test(the_loader_finds_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
