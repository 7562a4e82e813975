/* Shape, registers and theoretical occupancy of a launch, under Nsight Compute's names. */
#include "worker/figures.h"

#include <math.h>

/* CUDA occupancy calculator: units in which a multiprocessor gives out what it has. */
enum { REGISTER_UNIT = 256, WARP_UNIT = 4, SHARED_UNIT = 128 };

typedef struct Sink {
    RunResult *run;
    const char *kernel;
} Sink;

static void add(const Sink *sink, const char *name, double value)
{
    vec_push(&sink->run->metrics,
             (Metric){memory_clone_text(sink->kernel), memory_clone_text(name), 0, value, NAN});
}

static int round_up(int value, int unit)
{
    return (value + unit - 1) / unit * unit;
}

/* What a block takes of a multiprocessor; -1: unknown. */
typedef struct Needs {
    int warps, registers /* a thread */, shared;
} Needs;

static int blocks_by_registers(const Device *device, const Needs *needs)
{
    int have = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    int of_warp = round_up(needs->registers * 32, REGISTER_UNIT);
    if (of_warp <= 0 || have <= 0)
        return -1;
    return have / of_warp / WARP_UNIT * WARP_UNIT / needs->warps;
}

static int blocks_by_shared(const Device *device, const Needs *needs)
{
    int have = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    int kept = device_attribute(device, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    int of_block = round_up(needs->shared + (kept > 0 ? kept : 0), SHARED_UNIT);
    return of_block > 0 && have > 0 ? have / of_block : -1;
}

static void add_occupancy(const Sink *sink, const Device *device, const Needs *needs,
                          double blocks_of_grid)
{
    int threads = device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    int sms = device_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    const struct {
        const char *name;
        int blocks;
    } limits[] = {
        {"launch__occupancy_limit_blocks",
         device_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR)},
        {"launch__occupancy_limit_warps", threads / 32 / needs->warps},
        {"launch__occupancy_limit_shared_mem", blocks_by_shared(device, needs)},
        {"launch__occupancy_limit_registers",
         needs->registers > 0 ? blocks_by_registers(device, needs) : -1},
    };
    int fit = -1;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (limits[i].blocks < 0)
            continue;
        add(sink, limits[i].name, limits[i].blocks);
        fit = fit < 0 || limits[i].blocks < fit ? limits[i].blocks : fit;
    }
    if (needs->registers <= 0 || fit < 0 || threads < 32)
        return; /* less is known than decides */
    add(sink, "sm__maximum_warps_per_active_cycle_pct",
        100.0 * fit * needs->warps / (threads / 32));
    if (fit > 0 && sms > 0)
        add(sink, "launch__waves_per_multiprocessor", blocks_of_grid / ((double)fit * sms));
}

static int attribute_of(const Device *device, CUfunction function, CUfunction_attribute attribute)
{
    int value = -1;
    CUresult result = device->cuda.cuFuncGetAttribute(&value, attribute, function);
    return result == CUDA_SUCCESS ? value : -1;
}

static void add_known(const Sink *sink, const char *name, int value)
{
    if (value >= 0)
        add(sink, name, value);
}

void figures_add(const Device *device, CUfunction function, const char *symbol,
                 const KernelCode *code, const RunMessage *message, RunResult *run)
{
    Sink sink = {run, symbol};
    double threads = (double)message->block.x * message->block.y * message->block.z;
    double blocks = (double)message->grid.x * message->grid.y * message->grid.z;
    int fixed = attribute_of(device, function, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    int registers = -1, local = -1;
    if (code) {
        registers = (int)code->registers;
        local = (int)code->stack;
        add(&sink, "culab__spill_store_bytes_per_thread", code->spill_stores);
        add(&sink, "culab__spill_load_bytes_per_thread", code->spill_loads);
    } else if (!device->sim) {
        registers = attribute_of(device, function, CU_FUNC_ATTRIBUTE_NUM_REGS);
        local = attribute_of(device, function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    }
    add(&sink, "launch__grid_size", blocks);
    add(&sink, "launch__block_size", threads);
    add(&sink, "launch__thread_count", blocks * threads);
    add(&sink, "launch__shared_mem_per_block_dynamic", (double)message->shared);
    add_known(&sink, "launch__shared_mem_per_block_static", fixed);
    add_known(&sink, "launch__registers_per_thread", registers);
    add_known(&sink, "launch__local_mem_per_thread", local);
    Needs needs = {((int)threads + 31) / 32, registers,
                   (fixed > 0 ? fixed : 0) + (int)message->shared};
    if (needs.warps > 0)
        add_occupancy(&sink, device, &needs, blocks);
}
