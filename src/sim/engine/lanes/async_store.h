/* st.async and red.async, which are decoded in core_async.c, and st.bulk, in core_cluster.c. */
#ifndef CULAB_SIM_ENGINE_LANES_ASYNC_STORE_H
#define CULAB_SIM_ENGINE_LANES_ASYNC_STORE_H

#include "sim/engine/decode.h"

#define decode_async_store SIM_VARIANT(decode_async_store)
/* [a], b, [mbar]; see SimDecode. */
bool decode_async_store(SimDecoder *decoder, const PtxInst *inst, SimInst *out);

#define decode_bulk_store SIM_VARIANT(decode_bulk_store)
bool decode_bulk_store(SimDecoder *decoder, const PtxInst *inst, SimInst *out);

#endif
