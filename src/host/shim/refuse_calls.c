/* System calls that a host program is refused: new processes, other programs, the network, and
 * signals to others. By seccomp, before main begins. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/shim/shim.h"

#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* When the value loaded is `k` go on with the next, else skip so many. */
#define UNLESS(k, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (k), 0, (skip))
#define REFUSE(number) UNLESS(number, 1), ANSWER(EPERM)

void system_calls_refuse(void)
{
#ifdef MACHINE
    struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        ALLOW,
        LOAD(nr),
        REFUSE(SYS_execve),
        REFUSE(SYS_execveat),
#ifdef SYS_fork
        REFUSE(SYS_fork),
        REFUSE(SYS_vfork),
#endif
        REFUSE(SYS_ptrace),
        REFUSE(SYS_process_vm_readv),
        REFUSE(SYS_process_vm_writev),
        /* The C library then takes clone, whose flags can be looked at. */
        UNLESS(SYS_clone3, 1),
        ANSWER(ENOSYS),
        /* A thread is fine, a process is not. */
        UNLESS(SYS_clone, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        ANSWER(EPERM),
        ALLOW,
        /* Signals to itself alone. */
        UNLESS(SYS_kill, 3),
        LOAD(args[0]),
        UNLESS((uint32_t)getpid(), 1),
        ALLOW,
        LOAD(nr),
        REFUSE(SYS_kill),
        /* Sockets of this machine alone: a driver may speak to its daemon. */
        UNLESS(SYS_socket, 3),
        LOAD(args[0]),
        UNLESS(AF_UNIX, 1),
        ALLOW,
        LOAD(nr),
        REFUSE(SYS_socket),
        ALLOW,
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}
