/* The call of the API that a thread is in the midst of: which function, and where the program
 * called it. */
#ifndef CULAB_SIM_API_CALL_SITE_H
#define CULAB_SIM_API_CALL_SITE_H

typedef struct CallSite {
    const char *name;   /* as programs write it, "cuMemcpyDtoH"; NULL: in no call */
    const void *caller; /* where the program goes on behind the call */
} CallSite;

CallSite call_site(void);
/* "cuMemFree, called from main+0x1c in /opt/saxpy+0x11c3"; the text stays. */
const char *call_site_text(const CallSite *site);
#endif
