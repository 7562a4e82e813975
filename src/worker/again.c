/* A kernel once more. */
#include "worker/again.h"

#include <unistd.h>

#include "worker/collect.h"

enum { WAIT_US = 50 };

CUresult again_load(Again *again, const char *image, const char *symbol)
{
    const CudaDriver *cuda = &again->worker->device.cuda;
    CUresult result = cuda->cuModuleLoadData(&again->module, image);
    return result == CUDA_SUCCESS
               ? cuda->cuModuleGetFunction(&again->function, again->module, symbol)
               : result;
}

static void ignore_print(void *state, const CulabSimPrint *print)
{
    (void)state;
    (void)print;
}

void again_set_options(const Again *again, uint32_t checks, uint64_t budget)
{
    const CulabSimApi *sim = again->worker->device.sim;
    CulabSimOptions options = {.size = sizeof options,
                               .checks = checks,
                               .seed = again->seed ? again->seed
                                       : checks    ? again->message->seed
                                                   : 0,
                               .budget = budget,
                               .print_limit = 1,
                               .print = ignore_print,
                               .strict = 1};
    if (sim)
        sim->set_options(&options);
}

CUresult again_upload(Again *again)
{
    const Worker *worker = again->worker;
    for (size_t i = 0; i < worker->buffers.size; i++) {
        vec_push(&again->buffers, worker->buffers.data[i]);
        vec_last(&again->buffers).base = vec_last(&again->buffers).data = 0;
    }
    CUresult result = buffers_upload(&again->buffers, &worker->device);
    buffers_label(&again->buffers, again->message, &worker->device);
    return result;
}

static CUresult wait_for_end(Again *again)
{
    const Worker *worker = again->worker;
    const CudaDriver *cuda = &worker->device.cuda;
    while (!worker->device.sim && cuda->cuStreamQuery(NULL) == CUDA_ERROR_NOT_READY) {
        if (port_stopped(worker->port)) {
            again->hangs = true;
            return CUDA_ERROR_LAUNCH_TIMEOUT;
        }
        usleep(WAIT_US);
    }
    return cuda->cuCtxSynchronize();
}

CUresult again_launch(Again *again, bool *launched)
{
    const RunMessage *message = again->message;
    const Device *device = &again->worker->device;
    void *parameters[WIRE_ARGUMENTS + 1];
    buffers_list_parameters(&again->buffers, message, parameters);
    port_run_begin(again->worker->port, again->sequence, device->sim ? device->sim->stop : NULL);
    CUresult result = device->cuda.cuLaunchKernel(
        again->function, message->grid.x, message->grid.y, message->grid.z, message->block.x,
        message->block.y, message->block.z, (unsigned)message->shared, NULL, parameters, NULL);
    *launched = result == CUDA_SUCCESS;
    if (*launched)
        result = wait_for_end(again);
    port_run_end(again->worker->port);
    return result;
}

CUresult again_observe(Again *again, const char *image, const char *symbol, uint32_t checks,
                       uint64_t budget, RunResult *found, bool *launched)
{
    const CulabSimApi *sim = again->worker->device.sim;
    CulabSimLaunchStatus before, after;
    *launched = false;
    CUresult result = again_load(again, image, symbol);
    if (result != CUDA_SUCCESS)
        return result;
    again_set_options(again, checks, budget);
    result = again_upload(again);
    if (result != CUDA_SUCCESS)
        return result;
    sim->last_launch(&before);
    result = again_launch(again, launched);
    sim->last_launch(&after);
    if (after.launch != before.launch)
        collect_findings(sim, after.launch, found);
    return result;
}

void again_end(Again *again)
{
    const Device *device = &again->worker->device;
    if (!again->hangs) {
        buffers_release(&again->buffers, device);
        if (again->module)
            device->cuda.cuModuleUnload(again->module);
    }
    vec_free(&again->buffers); /* what they were sent is the judged run's */
}
