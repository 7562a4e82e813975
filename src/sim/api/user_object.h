/* User objects: something of the caller's that graphs keep alive. */
#ifndef CULAB_SIM_API_USER_OBJECT_H
#define CULAB_SIM_API_USER_OBJECT_H

#include "sim/api/state.h"

/* Gives back references; the last one puts the object in library()->dying. */
void user_object_release(UserObject *object, unsigned count);
/* Calls the destructors of a list. Without the lock. */
void user_objects_destroy(UserObject *list);

#endif
