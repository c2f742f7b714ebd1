#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// A system call that the C library has no function for.
static inline int clinux_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = { .flags = (unsigned long long)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

// A function whose arguments vary: the process ends when the one that started it does.
static inline int clinux_end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

// What a process may have, never more than it had. The C library's names are of a type that Swift does not know.
enum { CLINUX_CPU = RLIMIT_CPU, CLINUX_DATA = RLIMIT_DATA, CLINUX_FSIZE = RLIMIT_FSIZE, CLINUX_CORE = RLIMIT_CORE };
static inline void clinux_limit(int resource, unsigned long value) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max > value) limits.rlim_max = value;
  if (limits.rlim_cur > value) limits.rlim_cur = value;
  setrlimit(resource, &limits);
}
