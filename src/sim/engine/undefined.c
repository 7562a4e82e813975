/* Names that a module uses and neither it nor the device defines. */
#include "ptx/undefined.h"
#include "sim/engine/call.h"
#include "sim/engine/engine.h"

static bool is_external(View name)
{
    return external_find(name) != NULL;
}

View engine_undefined_name(const PtxModule *module)
{
    return ptx_undefined_name(module, is_external);
}
