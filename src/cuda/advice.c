/* A row for each result that the start of a driver gives where something is set up wrongly. */
#include "cuda/advice.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct AdviceRow {
    CUresult result;
    const char *text;
} AdviceRow;

static const AdviceRow rows[] = {
    {CUDA_ERROR_OUT_OF_MEMORY, ": another program holds its memory (nvidia-smi tells which)"},
    {CUDA_ERROR_NOT_INITIALIZED, ": the driver was not started; that is the lab's mistake"},
    {CUDA_ERROR_STUB_LIBRARY, ": this libcuda is the toolkit's stub, for linking alone; take its "
                              "folder out of LD_LIBRARY_PATH, or install the driver"},
    {CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, ": the driver is too old for this; update it"},
    {CUDA_ERROR_DEVICE_UNAVAILABLE, "; another program has the GPU for itself, or its compute mode "
                                    "forbids it (nvidia-smi -c 0 allows it to all)"},
    {CUDA_ERROR_NO_DEVICE, ": the driver is there, but shows no GPU"},
    {CUDA_ERROR_INVALID_DEVICE, ": there is no such GPU, or no such MIG instance any more"},
    {CUDA_ERROR_DEVICE_NOT_LICENSED, ": this virtual GPU has no licence"},
    {CUDA_ERROR_NO_BINARY_FOR_GPU, ": the driver knows no machine code of this kind; update it"},
    {CUDA_ERROR_ECC_UNCORRECTABLE,
     ": its memory is broken in places; reset the GPU (nvidia-smi -r) "
     "or reboot"},
    {CUDA_ERROR_UNSUPPORTED_PTX_VERSION, ": the driver is older than NVRTC; update the driver"},
    {CUDA_ERROR_OPERATING_SYSTEM, ": the system forbids the device"},
    {CUDA_ERROR_SYSTEM_NOT_READY,
     ": the GPU is not ready yet; where GPUs are joined by NVSwitch, is "
     "the fabric manager running (systemctl status "
     "nvidia-fabricmanager)?"},
    {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
     "; reboot after the driver's update, so that the kernel's part "
     "is of the same version"},
    {CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,
     ": the compatibility package (cuda-compat) does not "
     "serve this GPU; take it out of LD_LIBRARY_PATH"},
    {CUDA_ERROR_UNKNOWN, ": reload the driver's modules (modprobe -r nvidia_uvm && modprobe "
                         "nvidia_uvm) or reboot; after suspending the machine the driver often "
                         "needs it"},
};

static bool asks_for_devices(CUresult result)
{
    return result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_INVALID_DEVICE;
}

/* What hides GPUs, the most telling first. */
static void add_why_hidden(const MachineFacts *facts, StrBuf *out)
{
    if (facts->visible && !*facts->visible)
        strbuf_add_text(out, "; CUDA_VISIBLE_DEVICES is empty, which hides all: unset it");
    else if (facts->visible)
        strbuf_format(out,
                      "; CUDA_VISIBLE_DEVICES is \"%s\": is there such a one? nvidia-smi -L lists "
                      "all",
                      facts->visible);
    else if (facts->control == DEVICE_FILE_MISSING)
        strbuf_add_text(out, "; /dev/nvidiactl is missing: in a container, was it started with "
                             "access to a GPU (docker run --gpus all)?");
    else if (facts->control == DEVICE_FILE_FORBIDDEN)
        strbuf_add_text(out, "; this user may not open /dev/nvidiactl: ask for access");
    else if (facts->has_mig)
        strbuf_add_text(out, "; a GPU here is parted by MIG, and no instance is this process's: "
                             "name one, CUDA_VISIBLE_DEVICES=MIG-... (nvidia-smi -L lists them)");
    else
        strbuf_add_text(out, "; in a container, was it started with access to one (with MIG: to an "
                             "instance)?");
}

static void add_why_forbidden(const MachineFacts *facts, StrBuf *out)
{
    if (facts->control == DEVICE_FILE_MISSING)
        strbuf_add_text(out, "; /dev/nvidiactl is missing: load the driver's modules (nvidia-smi "
                             "does), or give the container access");
    else if (facts->control == DEVICE_FILE_FORBIDDEN)
        strbuf_add_text(out, "; this user may not open /dev/nvidiactl: ask for access, or give the "
                             "container it");
    else
        strbuf_add_text(out, "; in a container, may this user open /dev/nvidia*?");
}

void cuda_advice_add(CUresult result, const MachineFacts *facts, StrBuf *out)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].result == result)
            strbuf_add_text(out, rows[i].text);
    if (asks_for_devices(result))
        add_why_hidden(facts, out);
    else if (result == CUDA_ERROR_OPERATING_SYSTEM)
        add_why_forbidden(facts, out);
}

static DeviceFile look_at_control(const char *root)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/dev/nvidiactl", root);
    if (access(path, R_OK | W_OK) == 0)
        return DEVICE_FILE_OPEN;
    return errno == ENOENT || errno == ENOTDIR ? DEVICE_FILE_MISSING : DEVICE_FILE_FORBIDDEN;
}

/* An instance has a folder gi0 below capabilities/gpu0/mig. */
static bool has_instance(const char *gpus, const char *gpu)
{
    char path[4096 + 300];
    bool found = false;
    snprintf(path, sizeof path, "%s/%s/mig", gpus, gpu);
    DIR *list = opendir(path);
    for (struct dirent *entry; list && !found && (entry = readdir(list));)
        found = strncmp(entry->d_name, "gi", 2) == 0;
    if (list)
        closedir(list);
    return found;
}

static bool look_for_mig(const char *root)
{
    char path[4096];
    bool found = false;
    snprintf(path, sizeof path, "%s/proc/driver/nvidia/capabilities", root);
    DIR *list = opendir(path);
    for (struct dirent *entry; list && !found && (entry = readdir(list));)
        found = strncmp(entry->d_name, "gpu", 3) == 0 && has_instance(path, entry->d_name);
    if (list)
        closedir(list);
    return found;
}

void machine_facts(const char *root, MachineFacts *out)
{
    *out =
        (MachineFacts){getenv("CUDA_VISIBLE_DEVICES"), look_at_control(root), look_for_mig(root)};
}

bool device_name_is_mig(const char *name)
{
    return strstr(name, " MIG ") != NULL;
}
