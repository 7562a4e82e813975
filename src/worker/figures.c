/* Shape, registers and theoretical occupancy of a launch, under Nsight Compute's names. */
#include "worker/figures.h"

#include <math.h>

#include "cuda/occupancy.h"
typedef struct Sink {
    RunResult *run;
    const char *kernel;
} Sink;

static void add(const Sink *sink, const char *name, double value)
{
    vec_push(&sink->run->metrics,
             (Metric){memory_clone_text(sink->kernel), memory_clone_text(name), 0, value, NAN});
}

static OccupancyDevice occupancy_of(const Device *device)
{
#define ATTRIBUTE(name) device_attribute(device, CU_DEVICE_ATTRIBUTE_##name)
    int reserved = ATTRIBUTE(RESERVED_SHARED_MEMORY_PER_BLOCK);
    return (OccupancyDevice){.major = ATTRIBUTE(COMPUTE_CAPABILITY_MAJOR),
                             .minor = ATTRIBUTE(COMPUTE_CAPABILITY_MINOR),
                             .blocks = ATTRIBUTE(MAX_BLOCKS_PER_MULTIPROCESSOR),
                             .warps = ATTRIBUTE(MAX_THREADS_PER_MULTIPROCESSOR) / 32,
                             .registers = ATTRIBUTE(MAX_REGISTERS_PER_MULTIPROCESSOR),
                             .registers_per_block = ATTRIBUTE(MAX_REGISTERS_PER_BLOCK),
                             .shared = ATTRIBUTE(MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
                             .shared_reserved = reserved > 0 ? reserved : 0};
#undef ATTRIBUTE
}

enum { REGISTERS_LEAST = 16 };
static const double SCHEDULERS = 4; /* of a multiprocessor, since 5.0 */

static void add_shape(const Sink *sink, const RunMessage *message)
{
    add(sink, "launch__grid_dim_x", message->grid.x);
    add(sink, "launch__grid_dim_y", message->grid.y);
    add(sink, "launch__grid_dim_z", message->grid.z);
    add(sink, "launch__block_dim_x", message->block.x);
    add(sink, "launch__block_dim_y", message->block.y);
    add(sink, "launch__block_dim_z", message->block.z);
}

static void add_limit(const Sink *sink, const char *name, int blocks)
{
    if (blocks != OCCUPANCY_UNLIMITED)
        add(sink, name, blocks);
}

static void add_occupancy(const Sink *sink, const Device *device, const OccupancyNeeds *needs,
                          double blocks_of_grid)
{
    OccupancyDevice has = occupancy_of(device);
    int sms = device_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    if (has.blocks <= 0 || has.warps <= 0 || has.registers <= 0 || has.shared <= 0)
        return; /* the driver doesn't tell */
    OccupancyLimits limits = occupancy_limits(&has, needs);
    int unit = occupancy_shared_unit(has.major);
    add_limit(sink, "launch__occupancy_limit_blocks", limits.blocks);
    add_limit(sink, "launch__occupancy_limit_warps", limits.warps);
    add_limit(sink, "launch__occupancy_limit_shared_mem", limits.shared);
    add_limit(sink, "launch__occupancy_limit_registers", limits.registers);
    if (limits.barriers != OCCUPANCY_UNLIMITED)
        add(sink, "launch__occupancy_limit_barriers",
            limits.barriers < has.blocks ? limits.barriers : has.blocks);
    else if (has.major >= 9 && needs->registers > 0) /* its code is known, and has none */
        add(sink, "launch__occupancy_limit_barriers", has.blocks);
    if (sms > 0)
        add(sink, "launch__sm_count", sms);
    add(sink, "launch__shared_mem_per_block_driver", has.shared_reserved);
    add(sink, "launch__shared_mem_per_block", needs->shared + has.shared_reserved);
    add(sink, "launch__shared_mem_per_block_allocated",
        (needs->shared + has.shared_reserved + unit - 1) / unit * unit);
    if (needs->registers <= 0)
        return; /* less is known than decides */
    int warps = (needs->threads + 31) / 32;
    add(sink, "sm__maximum_warps_avg_per_active_cycle", limits.fit * warps);
    add(sink, "smsp__maximum_warps_avg_per_active_cycle", limits.fit * warps / SCHEDULERS);
    add(sink, "sm__maximum_warps_per_active_cycle_pct", 100.0 * limits.fit * warps / has.warps);
    if (limits.fit > 0 && sms > 0)
        add(sink, "launch__waves_per_multiprocessor", blocks_of_grid / ((double)limits.fit * sms));
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
        add(&sink, "launch__barrier_count", code->barriers);
        add(&sink, "culab__spill_store_bytes_per_thread", code->spill_stores);
        add(&sink, "culab__spill_load_bytes_per_thread", code->spill_loads);
    } else if (!device->sim) {
        registers = attribute_of(device, function, CU_FUNC_ATTRIBUTE_NUM_REGS);
        local = attribute_of(device, function, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    }
    add_shape(&sink, message);
    double warps = blocks * ceil(threads / 32);
    add(&sink, "sm__ctas_launched.sum", blocks);
    add(&sink, "sm__warps_launched.sum", warps);
    add(&sink, "smsp__warps_launched.sum", warps);
    add(&sink, "smsp__threads_launched.sum", blocks * threads);
    add(&sink, "launch__grid_size", blocks);
    add(&sink, "launch__block_size", threads);
    add(&sink, "launch__thread_count", blocks * threads);
    add(&sink, "launch__shared_mem_per_block_dynamic", (double)message->shared);
    add_known(&sink, "launch__shared_mem_per_block_static", fixed);
    if (registers > 0) /* as Nsight Compute tells it: no launch gets fewer */
        registers = registers > REGISTERS_LEAST ? registers : REGISTERS_LEAST;
    add_known(&sink, "launch__registers_per_thread", registers);
    add_known(&sink, "culab__local_mem_per_thread", local);
    if (registers > 0)
        add(&sink, "launch__registers_per_thread_allocated",
            occupancy_registers_allocated(registers));
    OccupancyNeeds needs = {.threads = (int)threads,
                            .registers = registers > 0 ? registers : 0,
                            .shared = (fixed > 0 ? fixed : 0) + (int)message->shared,
                            .barriers = code ? (int)code->barriers : 0};
    if (needs.threads > 0)
        add_occupancy(&sink, device, &needs, blocks);
}
