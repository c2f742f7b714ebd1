#define _GNU_SOURCE
#include "CLinux.h"
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

const int clinux_O_PATH = O_PATH, clinux_O_TMPFILE = O_TMPFILE;

int clinux_open_beneath(int folder, const char *path, int flags) {
  struct open_how how = { .flags = (unsigned long long)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

int clinux_exchange(int folder, const char *a, const char *b) {
  return renameat2(folder, a, folder, b, RENAME_EXCHANGE);
}

void clinux_write_out(int file) { sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }

// A server of NFS keeps this time itself.
int clinux_has_own_times(int file) {
  struct statfs system;
  if (fstatfs(file, &system) != 0) return 0;
  switch ((unsigned int)system.f_type) {
    case 0x73717368: // squashfs
    case 0x9660: // iso9660
    case 0x15013346: // udf
    case 0xE0F5E1E2: // erofs
    case 0x28CD3D45: // cramfs
    case 0x7275: // romfs
    case 0x4D44: // fat
    case 0x2011BAB0: // exfat
    case 0x65735546: // fuse, such as sshfs
    case 0x01021997: case 0x786F4256: case 0xBACBACBC: // 9p, and shared folders of virtual machines
    case 0x517B: case 0xFE534D42: case 0xFF534D42: // smb
    case 0x5346414F: // afs
    case 0xF15F: // ecryptfs, which has those of what is below
    case 0xADF5: case 0xADFF: case 0x4244: case 0x482B: // adfs, affs, hfs, hfs+
      return 0;
    default: return 1;
  }
}

// Limits that are lower already stay.
static void limitBetween(int resource, unsigned long value, unsigned long most) {
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max > most) limits.rlim_max = most;
  if (limits.rlim_cur > value) limits.rlim_cur = value;
  setrlimit(resource, &limits);
}

static void limit(int resource, unsigned long value) { limitBetween(resource, value, value); }

long clinux_memory_limit(void) {
  static const int kinds[] = { RLIMIT_AS, RLIMIT_DATA };
  long least = LONG_MAX;
  for (size_t index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    struct rlimit limits;
    if (getrlimit(kinds[index], &limits) == 0 && limits.rlim_cur < (rlim_t)least) least = (long)limits.rlim_cur;
  }
  return least;
}

long clinux_time_limit(void) {
  struct rlimit limits;
  if (getrlimit(RLIMIT_CPU, &limits) != 0 || limits.rlim_cur > (rlim_t)LONG_MAX) return LONG_MAX;
  return limits.rlim_cur;
}

const char *clinux_program_path(void) { return (const char *)getauxval(AT_EXECFN); }

// SIGXCPU comes a second before SIGKILL, so that the latter is always somebody else's.
void clinux_limit_seconds(unsigned long seconds) { limitBetween(RLIMIT_CPU, seconds, seconds + 1); }
void clinux_limit_memory(unsigned long bytes) { limit(RLIMIT_DATA, bytes); }
void clinux_limit_files(unsigned long bytes) { limit(RLIMIT_FSIZE, bytes); }
void clinux_limit_core(unsigned long bytes) { limit(RLIMIT_CORE, bytes); }
