/* The device runtime's functions that programs get by linking libcudadevrt.a, as PTX of our own. */
#ifndef CULAB_PTX_DEVICE_RUNTIME_H
#define CULAB_PTX_DEVICE_RUNTIME_H

/* cudaCGGetIntrinsicHandle and cudaCGSynchronize for the whole grid of a cooperative launch: a
 * barrier on the word that the driver's workspace (%envreg1, %envreg2) has for it. */
extern const char ptx_device_runtime[];

#endif
