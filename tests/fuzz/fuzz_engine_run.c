/* libFuzzer: PTX text to its end: what parses and loads is launched, with small budgets. No kernel
 * may reach memory that isn't its own, whatever it does. */
#include "launch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const SimObserver nobody;
    const SimObserver *observers[] = {&nobody};
    World world;
    if (!world_make(&world, data, size))
        return 0;
    world_run(&world, (View){(const char *)data, size}, observers, 1);
    world_free(&world);
    return 0;
}
