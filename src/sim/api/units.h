/* What operations of several streams share: an engine for copies to the device, one for copies to
 * the host, and the multiprocessors. In simulated time each does one thing after another; a gap
 * between two is used by what fits into it. */
#ifndef CULAB_SIM_API_UNITS_H
#define CULAB_SIM_API_UNITS_H

typedef enum UnitKind { UNIT_TO_DEVICE, UNIT_TO_HOST, UNIT_KERNELS, UNIT_KINDS } UnitKind;

enum { UNIT_TIMES = 128 }; /* remembered of each; what lies before them counts as busy */

typedef struct Units {
    struct UnitTimes {
        double before; /* busy until then */
        unsigned count;
        struct UnitTime {
            double begin, end;
        } times[UNIT_TIMES]; /* in order, not touching */
    } of[UNIT_KINDS];
} Units;

/* Takes the unit for `length` nanoseconds, not before `earliest`; returns when that begins. */
double units_take(Units *units, UnitKind kind, double earliest, double length);

#endif
