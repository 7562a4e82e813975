/* What a failed start of the driver means on which machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/temporary.h"
#include "cuda/advice.h"

static void expect(CUresult result, MachineFacts facts, const char *words)
{
    StrBuf text = {0};
    cuda_advice_add(result, &facts, &text);
    if (!strstr(strbuf_text(&text), words))
        fail_msg("%d: \"%s\" lacks \"%s\"", (int)result, strbuf_text(&text), words);
    strbuf_free(&text);
}

static void each_result_has_its_words(void **state)
{
    (void)state;
    MachineFacts open = {NULL, DEVICE_FILE_OPEN, false};
    expect(CUDA_ERROR_NO_DEVICE, open, "container");
    expect(CUDA_ERROR_OPERATING_SYSTEM, open, "/dev/nvidia*");
    expect(CUDA_ERROR_SYSTEM_NOT_READY, open, "fabric manager");
    expect(CUDA_ERROR_UNKNOWN, open, "nvidia_uvm");
    expect(CUDA_ERROR_NOT_INITIALIZED, open, "the lab's mistake");
    expect(CUDA_ERROR_STUB_LIBRARY, open, "LD_LIBRARY_PATH");
    expect(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, open, "update");
    expect(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, open, "older than NVRTC");
    expect(CUDA_ERROR_DEVICE_UNAVAILABLE, open, "compute mode");
    expect(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, open, "reboot");
    expect(CUDA_ERROR_OUT_OF_MEMORY, open, "nvidia-smi");
}

static void what_hides_a_gpu_is_named(void **state)
{
    (void)state;
    expect(CUDA_ERROR_NO_DEVICE, (MachineFacts){"", DEVICE_FILE_OPEN, false}, "unset it");
    expect(CUDA_ERROR_NO_DEVICE, (MachineFacts){"7", DEVICE_FILE_OPEN, true}, "is \"7\"");
    expect(CUDA_ERROR_NO_DEVICE, (MachineFacts){NULL, DEVICE_FILE_MISSING, false}, "--gpus all");
    expect(CUDA_ERROR_NO_DEVICE, (MachineFacts){NULL, DEVICE_FILE_FORBIDDEN, false},
           "may not open");
    expect(CUDA_ERROR_NO_DEVICE, (MachineFacts){NULL, DEVICE_FILE_OPEN, true}, "MIG-");
    expect(CUDA_ERROR_OPERATING_SYSTEM, (MachineFacts){NULL, DEVICE_FILE_FORBIDDEN, false},
           "may not open");
    expect(CUDA_ERROR_OPERATING_SYSTEM, (MachineFacts){NULL, DEVICE_FILE_MISSING, false},
           "load the driver's modules");
}

static void add_folder(const char *root, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void a_machine_is_looked_at(void **state)
{
    (void)state;
    static const char *const folders[] = {"dev",
                                          "proc",
                                          "proc/driver",
                                          "proc/driver/nvidia",
                                          "proc/driver/nvidia/capabilities",
                                          "proc/driver/nvidia/capabilities/mig",
                                          "proc/driver/nvidia/capabilities/gpu0",
                                          "proc/driver/nvidia/capabilities/gpu0/mig"};
    MachineFacts facts;
    char path[512];
    char *root = temporary_make("culab-test-", NULL);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        add_folder(root, folders[i]);
    setenv("CUDA_VISIBLE_DEVICES", "0", 1);
    machine_facts(root, &facts);
    assert_string_equal(facts.visible, "0");
    assert_int_equal(facts.control, DEVICE_FILE_MISSING);
    assert_false(facts.has_mig);
    unsetenv("CUDA_VISIBLE_DEVICES");
    add_folder(root, "proc/driver/nvidia/capabilities/gpu0/mig/gi1");
    snprintf(path, sizeof path, "%s/dev/nvidiactl", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    machine_facts(root, &facts);
    assert_null(facts.visible);
    assert_int_equal(facts.control, DEVICE_FILE_OPEN);
    assert_true(facts.has_mig);
    temporary_remove(root);
    free(root);
    assert_true(device_name_is_mig("NVIDIA A100-SXM4-40GB MIG 1g.5gb"));
    assert_false(device_name_is_mig("NVIDIA H200"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_result_has_its_words),
        cmocka_unit_test(what_hides_a_gpu_is_named),
        cmocka_unit_test(a_machine_is_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
