/* Lets one call of the system fail. To be preloaded.

   FUZZ_FAULT="KIND NUMBER HOW" names the kind of call, which of them counted from one, and what becomes of it: the name
   of an errno, `short` for less than was asked for, or `end` for nothing. `NUMBER+` means all from there on.
   FUZZ_WITHIN is a folder: calls about files elsewhere neither count nor fail.
   FUZZ_COUNTS is a file that is told how many calls of each kind there were, as numbers of eight bytes.
   FUZZ_HIT is a file that is told what failed. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define KINDS(X) X(write) X(say) X(read) X(pwrite) X(pread) X(sync) X(rename) X(link) X(unlink) X(openw) X(openr) X(mkdir) \
  X(temporary) X(truncate) X(close) X(stat) X(fstat) X(statvfs) X(lock) X(list) X(seek) X(map) X(anonymous) X(thread) \
  X(allocate) X(aligned) X(start) X(real) X(access) X(times) X(mode) X(space) X(pipe) X(mutex)
enum kind {
#define X(name) K_##name,
  KINDS(X)
#undef X
  COUNT
};
static const char *const names[] = {
#define X(name) #name,
  KINDS(X)
#undef X
};
static const struct { const char *name; int number; } errors[] = {
#define E(name) { #name, name }
  E(EACCES), E(EAGAIN), E(EBUSY), E(EDQUOT), E(EEXIST), E(EFBIG), E(EINTR), E(EINVAL), E(EIO), E(EMFILE), E(ENFILE), E(ENOENT),
  E(ENOMEM), E(ENOSPC), E(ENOSYS), E(ENOTSUP), E(EPERM), E(EROFS), E(ESTALE), E(EXDEV), E(ELOOP), E(EDEADLK), E(ENOLCK),
};
enum { SHORT = -1, END = -2 };

/* The system itself, past all that stands below. */
static long direct(long call, ...) {
  va_list r;
  va_start(r, call);
  long a = va_arg(r, long), b = va_arg(r, long), c = va_arg(r, long), d = va_arg(r, long), e = va_arg(r, long), f = va_arg(r, long);
  va_end(r);
  static long (*real)(long, ...);
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real(call, a, b, c, d, e, f);
}

static _Atomic long own[COUNT], *counts = own;
static int wanted = -1, how, onward;
static long number;
static char within[1024], told[1024];

__attribute__((constructor)) static void start(void) {
  const char *text = getenv("FUZZ_FAULT"), *folder = getenv("FUZZ_WITHIN"), *file = getenv("FUZZ_COUNTS"), *hit = getenv("FUZZ_HIT");
  char kind[32] = "", end[32] = "", plus[2] = "";
  if (folder && strlen(folder) < sizeof within) strcpy(within, folder);
  if (hit && strlen(hit) < sizeof told) strcpy(told, hit);
  if (text && (sscanf(text, "%31s %ld%1[+] %31s", kind, &number, plus, end) == 4 || sscanf(text, "%31s %ld %31s", kind, &number, end) == 3)) {
    onward = strchr(text, '+') != 0;
    how = !strcmp(end, "short") ? SHORT : !strcmp(end, "end") ? END : EIO;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) if (!strcmp(errors[i].name, end)) how = errors[i].number;
    for (int i = 0; i < COUNT; i++) if (!strcmp(names[i], kind)) wanted = i;
  }
  if (file) {
    long fd = direct(SYS_openat, AT_FDCWD, file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && direct(SYS_ftruncate, fd, sizeof own) == 0) {
      void *at = (void *)direct(SYS_mmap, 0, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (at != MAP_FAILED) counts = at;
    }
    if (fd >= 0) direct(SYS_close, fd);
  }
}

/* 0 where the call goes its way; otherwise what becomes of it. */
static int due(enum kind kind, const char *path, int fd) {
  char seen[1200] = "";
  int kept = errno;
  if (!path && fd >= 0) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    long n = direct(SYS_readlinkat, AT_FDCWD, link, seen, sizeof seen - 1);
    seen[n > 0 ? n : 0] = 0;
    path = seen;
  }
  errno = kept;
  /* Where paths are relative, they are so to a folder that counts. */
  if (path && within[0] && path[0] == '/' && strncmp(path, within, strlen(within))) return 0;
  if (path && path == seen && strchr("ps", path[0]) && strstr(path, ":[")) return 0; /* a pipe or a socket */
  long n = atomic_fetch_add(&counts[kind], 1) + 1;
  if ((int)kind != wanted || (onward ? n < number : n != number)) return 0;
  if (told[0]) {
    char line[1400];
    int length = snprintf(line, sizeof line, "%s %ld %s\n", names[kind], n, path ? path : "");
    long out = direct(SYS_openat, AT_FDCWD, told, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out >= 0) {
      direct(SYS_write, out, line, length);
      direct(SYS_close, out);
    }
  }
  errno = how > 0 ? how : kept;
  return how;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define FAIL(kind, path, fd, value) if (due(kind, path, fd) > 0) return value
/* Moves as many bytes as it says, or fewer, or none. */
#define MOVE(kind, fd, size) { int d = due(kind, 0, fd); if (d > 0) return -1; if (d == END) return 0; if (d == SHORT && size > 1) size = size / 2; }

ssize_t write(int fd, const void *b, size_t n) { MOVE(fd == 1 || fd == 2 ? K_say : K_write, fd, n) REAL(write); return real(fd, b, n); }
ssize_t pwrite(int fd, const void *b, size_t n, off_t at) { MOVE(K_pwrite, fd, n) REAL(pwrite); return real(fd, b, n, at); }
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t at) { MOVE(K_pwrite, fd, n) REAL(pwrite64); return real(fd, b, n, at); }
ssize_t read(int fd, void *b, size_t n) { MOVE(K_read, fd, n) REAL(read); return real(fd, b, n); }
ssize_t pread(int fd, void *b, size_t n, off_t at) { MOVE(K_pread, fd, n) REAL(pread); return real(fd, b, n, at); }
ssize_t pread64(int fd, void *b, size_t n, off64_t at) { MOVE(K_pread, fd, n) REAL(pread64); return real(fd, b, n, at); }
ssize_t writev(int fd, const struct iovec *v, int n) { FAIL(K_write, 0, fd, -1); REAL(writev); return real(fd, v, n); }
ssize_t readv(int fd, const struct iovec *v, int n) { FAIL(K_read, 0, fd, -1); REAL(readv); return real(fd, v, n); }
ssize_t sendfile(int out, int in, off_t *at, size_t n) { MOVE(K_write, out, n) REAL(sendfile); return real(out, in, at, n); }
ssize_t copy_file_range(int in, off64_t *a, int out, off64_t *b, size_t n, unsigned f) {
  MOVE(K_write, out, n) REAL(copy_file_range); return real(in, a, out, b, n, f); }
size_t fwrite(const void *b, size_t size, size_t n, FILE *f) {
  int fd = fileno(f);
  if (due(fd == 1 || fd == 2 ? K_say : K_write, 0, fd)) return 0;
  REAL(fwrite); return real(b, size, n, f); }
size_t fread(void *b, size_t size, size_t n, FILE *f) { if (due(K_read, 0, fileno(f))) return 0; REAL(fread); return real(b, size, n, f); }
int fclose(FILE *f) { int fd = fileno(f); int d = due(K_close, 0, fd); REAL(fclose); int result = real(f); if (d > 0) { errno = d; return EOF; } return result; }

int fsync(int fd) { FAIL(K_sync, 0, fd, -1); REAL(fsync); return real(fd); }
int fdatasync(int fd) { FAIL(K_sync, 0, fd, -1); REAL(fdatasync); return real(fd); }
int rename(const char *a, const char *b) { FAIL(K_rename, b, -1, -1); REAL(rename); return real(a, b); }
int renameat(int x, const char *a, int y, const char *b) { FAIL(K_rename, b, -1, -1); REAL(renameat); return real(x, a, y, b); }
int renameat2(int x, const char *a, int y, const char *b, unsigned f) { FAIL(K_rename, b, -1, -1); REAL(renameat2); return real(x, a, y, b, f); }
int link(const char *a, const char *b) { FAIL(K_link, b, -1, -1); REAL(link); return real(a, b); }
int linkat(int x, const char *a, int y, const char *b, int f) { FAIL(K_link, b, -1, -1); REAL(linkat); return real(x, a, y, b, f); }
int unlink(const char *p) { FAIL(K_unlink, p, -1, -1); REAL(unlink); return real(p); }
int unlinkat(int d, const char *p, int f) { FAIL(K_unlink, p, -1, -1); REAL(unlinkat); return real(d, p, f); }
int rmdir(const char *p) { FAIL(K_unlink, p, -1, -1); REAL(rmdir); return real(p); }
int mkdir(const char *p, mode_t m) { FAIL(K_mkdir, p, -1, -1); REAL(mkdir); return real(p, m); }
int mkdirat(int d, const char *p, mode_t m) { FAIL(K_mkdir, p, -1, -1); REAL(mkdirat); return real(d, p, m); }
char *mkdtemp(char *p) { FAIL(K_mkdir, p, -1, 0); REAL(mkdtemp); return real(p); }
int mkstemp(char *p) { FAIL(K_temporary, p, -1, -1); REAL(mkstemp); return real(p); }
int mkstemp64(char *p) { FAIL(K_temporary, p, -1, -1); REAL(mkstemp64); return real(p); }

#define WRITES(f) (((f) & O_ACCMODE) != O_RDONLY || ((f) & O_CREAT) ? K_openw : K_openr)
#define MODE(flags) mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list r; va_start(r, flags); mode = va_arg(r, mode_t); va_end(r); }
int open(const char *p, int f, ...) { MODE(f) FAIL(WRITES(f), p, -1, -1); REAL(open); return real(p, f, mode); }
int open64(const char *p, int f, ...) { MODE(f) FAIL(WRITES(f), p, -1, -1); REAL(open64); return real(p, f, mode); }
int openat(int d, const char *p, int f, ...) { MODE(f) FAIL(WRITES(f), p, -1, -1); REAL(openat); return real(d, p, f, mode); }
int openat64(int d, const char *p, int f, ...) { MODE(f) FAIL(WRITES(f), p, -1, -1); REAL(openat64); return real(d, p, f, mode); }
FILE *fopen(const char *p, const char *m) { FAIL(strpbrk(m, "wa+") ? K_openw : K_openr, p, -1, 0); REAL(fopen); return real(p, m); }
FILE *fopen64(const char *p, const char *m) { FAIL(strpbrk(m, "wa+") ? K_openw : K_openr, p, -1, 0); REAL(fopen64); return real(p, m); }
DIR *opendir(const char *p) { FAIL(K_list, p, -1, 0); REAL(opendir); return real(p); }
DIR *fdopendir(int fd) { FAIL(K_list, 0, fd, 0); REAL(fdopendir); return real(fd); }
struct dirent *readdir(DIR *d) { int x = due(K_list, 0, dirfd(d)); if (x) return 0; REAL(readdir); return real(d); }

int ftruncate(int fd, off_t n) { FAIL(K_truncate, 0, fd, -1); REAL(ftruncate); return real(fd, n); }
int ftruncate64(int fd, off64_t n) { FAIL(K_truncate, 0, fd, -1); REAL(ftruncate64); return real(fd, n); }
int posix_fallocate(int fd, off_t a, off_t n) { int d = due(K_space, 0, fd); if (d > 0) return d; REAL(posix_fallocate); return real(fd, a, n); }
int fallocate(int fd, int m, off_t a, off_t n) { FAIL(K_space, 0, fd, -1); REAL(fallocate); return real(fd, m, a, n); }
int close(int fd) { int d = due(K_close, 0, fd); REAL(close); int result = real(fd); if (d > 0) { errno = d; return -1; } return result; }
int stat(const char *restrict p, struct stat *restrict s) { FAIL(K_stat, p, -1, -1); REAL(stat); return real(p, s); }
int lstat(const char *restrict p, struct stat *restrict s) { FAIL(K_stat, p, -1, -1); REAL(lstat); return real(p, s); }
int fstatat(int d, const char *restrict p, struct stat *restrict s, int f) { FAIL(K_stat, p, -1, -1); REAL(fstatat); return real(d, p, s, f); }
int fstat(int fd, struct stat *s) { FAIL(K_fstat, 0, fd, -1); REAL(fstat); return real(fd, s); }
int statvfs(const char *restrict p, struct statvfs *restrict s) { FAIL(K_statvfs, p, -1, -1); REAL(statvfs); return real(p, s); }
int flock(int fd, int op) { FAIL(K_lock, 0, fd, -1); REAL(flock); return real(fd, op); }
off_t lseek(int fd, off_t at, int from) { FAIL(K_seek, 0, fd, -1); REAL(lseek); return real(fd, at, from); }
off64_t lseek64(int fd, off64_t at, int from) { FAIL(K_seek, 0, fd, -1); REAL(lseek64); return real(fd, at, from); }
void *mmap(void *a, size_t n, int p, int f, int fd, off_t at) {
  FAIL(fd >= 0 ? K_map : K_anonymous, 0, fd, MAP_FAILED); return (void *)direct(SYS_mmap, a, n, p, f, fd, at); }
void *mmap64(void *a, size_t n, int p, int f, int fd, off64_t at) {
  FAIL(fd >= 0 ? K_map : K_anonymous, 0, fd, MAP_FAILED); return (void *)direct(SYS_mmap, a, n, p, f, fd, at); }
char *realpath(const char *restrict p, char *restrict to) { FAIL(K_real, p, -1, 0); REAL(realpath); return real(p, to); }
int access(const char *p, int m) { FAIL(K_access, p, -1, -1); REAL(access); return real(p, m); }
int futimens(int fd, const struct timespec t[2]) { FAIL(K_times, 0, fd, -1); REAL(futimens); return real(fd, t); }
int utimensat(int d, const char *p, const struct timespec t[2], int f) { FAIL(K_times, p, -1, -1); REAL(utimensat); return real(d, p, t, f); }
int fchmod(int fd, mode_t m) { FAIL(K_mode, 0, fd, -1); REAL(fchmod); return real(fd, m); }
int pipe(int p[2]) { FAIL(K_pipe, 0, -1, -1); REAL(pipe); return real(p); }
int pipe2(int p[2], int f) { FAIL(K_pipe, 0, -1, -1); REAL(pipe2); return real(p, f); }

/* openat2 has no function of its own. */
long syscall(long call, ...) {
  va_list r;
  va_start(r, call);
  long a = va_arg(r, long), b = va_arg(r, long), c = va_arg(r, long), d = va_arg(r, long), e = va_arg(r, long), f = va_arg(r, long);
  va_end(r);
#ifdef SYS_openat2
  if (call == SYS_openat2) FAIL(WRITES((int)*(unsigned long long *)c), (const char *)b, -1, -1);
#endif
  return direct(call, a, b, c, d, e, f);
}
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x) {
  int d = due(K_thread, 0, -1); if (d > 0) return d; REAL(pthread_create); return real(t, a, f, x); }
pid_t fork(void) { FAIL(K_start, 0, -1, -1); REAL(fork); return real(); }
int posix_spawn(pid_t *q, const char *p, const posix_spawn_file_actions_t *x, const posix_spawnattr_t *y, char *const a[], char *const e[]) {
  int d = due(K_start, 0, -1); if (d > 0) return d; REAL(posix_spawn); return real(q, p, x, y, a, e); }

/* Memory: `allocate` is what is asked for in one piece of 64 KiB or more, `aligned` what libraries ask for, because a
   program of Swift ends where its own small pieces fail. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
#define GREAT 65536
static int first(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  *(const void **)result = (const void *)info->dlpi_addr;
  return 1;
}
/* Whether the caller is in a library, and neither in the program nor in Swift's own, which end where they get none. */
static int by_library(const void *caller) {
  static const void *program;
  Dl_info info;
  if (!program) {
    dl_iterate_phdr(first, &program);
  }
  return dladdr(caller, &info) && info.dli_fbase != program && !(info.dli_fname && strstr(info.dli_fname, "/libswift"));
}
void *malloc(size_t n) { if (n >= GREAT) FAIL(K_allocate, 0, -1, 0); return __libc_malloc(n); }
void *calloc(size_t a, size_t b) { if (b && a >= GREAT / b) FAIL(K_allocate, 0, -1, 0); return __libc_calloc(a, b); }
void *realloc(void *p, size_t n) { if (n >= GREAT) FAIL(K_allocate, 0, -1, 0); return __libc_realloc(p, n); }
/* The program counts what is refused, so that all calls come by it: who asked is one frame further up. */
int posix_memalign(void **p, size_t a, size_t n) {
  int d = by_library(__builtin_return_address(0)) || by_library(__builtin_return_address(1)) ? due(K_aligned, 0, -1) : 0; if (d > 0) return d; void *q = __libc_memalign(a, n); if (!q) return ENOMEM; *p = q; return 0; }
