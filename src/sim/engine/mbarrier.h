/* mbarrier objects (ISA 9.7.13.15): 64 bits in shared memory whose inside is ours to choose. */
#ifndef CULAB_SIM_ENGINE_MBARRIER_H
#define CULAB_SIM_ENGINE_MBARRIER_H

#include <stdbool.h>
#include <stdint.h>

enum { MBARRIER_COUNT_MAX = (1 << 20) - 1 };

uint64_t mbarrier_init(uint32_t count);
/* Each returns the object's new value; false in *ok: the count or the transactions overflow. */
uint64_t mbarrier_arrive(uint64_t object, uint32_t count, bool drop, bool *ok);
uint64_t mbarrier_expect(uint64_t object, uint32_t bytes, bool *ok);
uint64_t mbarrier_complete(uint64_t object, uint32_t bytes, bool *ok);
/* One more arrival is pending, as cp.async.mbarrier.arrive without .noinc does. */
uint64_t mbarrier_raise(uint64_t object, bool *ok);
/* Whether the phase that was current at `state` has ended. */
bool mbarrier_passed(uint64_t object, uint64_t state);
bool mbarrier_passed_parity(uint64_t object, uint32_t parity);
uint32_t mbarrier_pending(uint64_t state);
uint32_t mbarrier_expected(uint64_t object);
int32_t mbarrier_bytes(uint64_t object); /* of copies that are not there yet */

#endif
