/* Stamps on the device, read back and summed up. */
#include "worker/blocks.h"

#include <stdlib.h>
#include <string.h>

#include "cuda/errors.h"
#include "worker/again.h"
#include "worker/refuse.h"
#include "worker/stamp.h"

enum { BLOCKS_MOST = 4 << 20 };

/* What one such run works with. */
typedef struct Stamping {
    Again again;
    uint64_t blocks;
    CUdeviceptr stamps;
    RunResult *out;
} Stamping;

static bool refuse(Stamping *run, const char *text)
{
    free(run->out->schedule.trouble);
    run->out->schedule.trouble = memory_clone_text(text);
    return false;
}

static bool refuse_result(Stamping *run, CUresult result, const char *what)
{
    StrBuf text = {0};
    strbuf_format(&text, "%s: ", what);
    cuda_result_describe(result, &text);
    refuse(run, strbuf_text(&text));
    strbuf_free(&text);
    return false;
}

/* The newest PTX that this driver takes: CUDA 11.0 to 11.8 have 7.0 to 7.8, 12.0 to 12.9 have 8.0
 * to 8.8 (5 for both 12.5 and 12.6, one less from there on), 13.0 has 9.0. */
static int newest_ptx(const Device *device)
{
    int driver = 0;
    if (device->sim || device->cuda.cuDriverGetVersion(&driver) != CUDA_SUCCESS || driver < 11000)
        return 0;
    int major = driver / 1000, minor = driver % 1000 / 10;
    if (major == 12 && minor >= 6)
        minor--;
    return 10 * (major - 4) + minor;
}

static bool load(Stamping *run, const char *symbol)
{
    Worker *worker = run->again.worker;
    const char *clock = worker->device.sim ? "%clock64" : "%globaltimer";
    StrBuf ptx = {0}, why = {0};
    if (!stamp_ptx(view_of(worker->compiled.ptx), symbol, clock, newest_ptx(&worker->device),
                   &ptx)) {
        strbuf_free(&ptx);
        return refuse(run, "the kernel's PTX cannot be given stamps");
    }
    CUresult result = again_load(&run->again, strbuf_text(&ptx), symbol);
    strbuf_free(&ptx);
    if (result != CUDA_SUCCESS)
        return refuse_result(run, result, "the kernel with stamps cannot be loaded");
    bool fits =
        launch_check_function(&worker->device, run->again.function, run->again.message, &why);
    strbuf_free(&why);
    return fits || refuse(run, "with stamps in it the kernel needs more than the device has");
}

static bool upload(Stamping *run)
{
    const CudaDriver *cuda = &run->again.worker->device.cuda;
    CUdeviceptr variable = 0;
    size_t size = 0, bytes = (size_t)run->blocks * STAMP_BYTES;
    CUresult result = again_upload(&run->again);
    if (result == CUDA_SUCCESS)
        result = cuda->cuMemAlloc(&run->stamps, bytes);
    if (result == CUDA_SUCCESS)
        result = cuda->cuMemsetD8(run->stamps, 0, bytes);
    if (result == CUDA_SUCCESS)
        result = cuda->cuModuleGetGlobal(&variable, &size, run->again.module, STAMP_VARIABLE);
    if (result == CUDA_SUCCESS)
        result = cuda->cuMemcpyHtoD(variable, &run->stamps, sizeof run->stamps);
    return result == CUDA_SUCCESS || refuse_result(run, result, "no memory for the stamps");
}

static bool launch(Stamping *run)
{
    bool launched;
    again_set_options(&run->again, 0, run->again.message->budget);
    CUresult result = again_launch(&run->again, &launched);
    if (run->again.hangs)
        return refuse(run, "it was stopped");
    if (result == CUDA_SUCCESS)
        return true;
    return refuse_result(run, result,
                         launched ? "the run with stamps ended badly"
                                  : "the run with stamps cannot be launched");
}

static uint32_t blocks_at_once(const Stamping *run, CUfunction function)
{
    const RunMessage *message = run->again.message;
    int count = 0;
    uint64_t threads = (uint64_t)message->block.x * message->block.y * message->block.z;
    CUresult result = run->again.worker->device.cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &count, function, (int)threads, (size_t)message->shared);
    return result == CUDA_SUCCESS && count > 0 ? (uint32_t)count : 0;
}

/* The simulated device has no registers of its own; where machine code was made, they are known. */
static uint32_t limit_by_registers(const RunResult *result, uint32_t count)
{
    double limit;
    if (run_figure(result, "launch__occupancy_limit_registers", &limit) && limit >= 1 &&
        limit < count)
        return (uint32_t)limit;
    return count;
}

static void sum_up(Stamping *run, CUfunction plain, const BlockStamp *stamps)
{
    const Device *device = &run->again.worker->device;
    int sms = device_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    int khz = device_attribute(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    ScheduleInput input = {.stamps = stamps,
                           .blocks = run->blocks,
                           .sms = sms > 0 ? (uint32_t)sms : 1,
                           .per_sm = blocks_at_once(run, run->again.function),
                           .tick_ns = device->sim && khz > 0 ? 1e6 / khz : 1,
                           .simulated = device->sim != NULL};
    uint32_t before = blocks_at_once(run, plain);
    if (device->sim) /* stamps cost nothing there that the kernel would not have */
        input.per_sm = limit_by_registers(run->out, before);
    schedule_free(&run->out->schedule);
    schedule_make(&input, &run->out->schedule);
    run->out->schedule.plain_sm = device->sim ? 0 : before;
}

static void collect(Stamping *run, CUfunction plain)
{
    size_t bytes = (size_t)run->blocks * STAMP_BYTES;
    BlockStamp *stamps = memory_alloc(bytes);
    CUresult result = run->again.worker->device.cuda.cuMemcpyDtoH(stamps, run->stamps, bytes);
    if (result == CUDA_SUCCESS)
        sum_up(run, plain, stamps);
    else
        refuse_result(run, result, "the stamps cannot be read");
    free(stamps);
}

static void release(Stamping *run)
{
    if (!run->again.hangs && run->stamps)
        run->again.worker->device.cuda.cuMemFree(run->stamps);
    again_end(&run->again);
}

bool blocks_measure(Worker *worker, const RunMessage *message, uint32_t sequence,
                    const char *symbol, CUfunction plain, RunResult *out)
{
    _Static_assert(sizeof(BlockStamp) == STAMP_BYTES, "as the stamped kernel writes them");
    Stamping run = {.again = {.worker = worker, .message = message, .sequence = sequence},
                    .out = out};
    run.blocks = (uint64_t)message->grid.x * message->grid.y;
    if (run.blocks <= BLOCKS_MOST)
        run.blocks *= message->grid.z;
    if (run.blocks > BLOCKS_MOST)
        refuse(&run, "the grid has more than four million blocks");
    else if (load(&run, symbol) && upload(&run) && launch(&run))
        collect(&run, plain);
    release(&run);
    return !run.again.hangs;
}
