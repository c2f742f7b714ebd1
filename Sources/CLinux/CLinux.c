#define _GNU_SOURCE
#include "CLinux.h"
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

const int clinux_O_PATH = O_PATH, clinux_O_TMPFILE = O_TMPFILE;

int clinux_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = { .flags = (unsigned long long)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int clinux_exchange(const char *a, const char *b) { return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE); }

void clinux_write_out(int file) { sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }

static void limit(int resource, unsigned long value) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max > value) limits.rlim_max = value;
  if (limits.rlim_cur > value) limits.rlim_cur = value;
  setrlimit(resource, &limits);
}

void clinux_limit_seconds(unsigned long seconds) { limit(RLIMIT_CPU, seconds); }
void clinux_limit_memory(unsigned long bytes) { limit(RLIMIT_DATA, bytes); }
void clinux_limit_files(unsigned long bytes) { limit(RLIMIT_FSIZE, bytes); }
void clinux_limit_core(unsigned long bytes) { limit(RLIMIT_CORE, bytes); }
