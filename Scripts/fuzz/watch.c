/* Writes down what a program opens, makes, removes, runs, loads and connects to, one line each, into the file that
   FUZZ_WATCH names: the verb, a tab, and the path as the system sees it. To be preloaded. Nothing else changes. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static char journal[4096];

#define direct(...) ((long (*)(long, ...))underlying())(__VA_ARGS__)
static void *underlying(void) {
  static void *real;
  if (!real) real = dlsym(RTLD_NEXT, "syscall");
  return real;
}

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("FUZZ_WATCH");
  if (path && strlen(path) < sizeof journal) strcpy(journal, path);
}

/* By system calls of its own, so that nothing that is watched is called. */
static void note(const char *verb, const char *what) {
  if (!journal[0]) return;
  int kept = errno;
  char line[9000];
  size_t n = 0;
  for (const char *p = verb; *p && n < 32; p++) line[n++] = *p;
  line[n++] = '\t';
  for (const unsigned char *p = (const unsigned char *)(what ? what : "?"); *p && n < sizeof line - 8; p++) {
    if (*p >= 32 && *p != 127 && *p != '\\') { line[n++] = (char)*p; continue; }
    line[n++] = '\\'; line[n++] = "0123456789abcdef"[*p >> 4]; line[n++] = "0123456789abcdef"[*p & 15];
  }
  line[n++] = '\n';
  int fd = (int)direct(SYS_openat, AT_FDCWD, journal, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (fd >= 0) {
    direct(SYS_write, fd, line, n);
    direct(SYS_close, fd);
  }
  errno = kept;
}

static int opened(int fd, int flags) {
  if (fd < 0) return fd;
  int kept = errno;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long n = direct(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = 0;
  errno = kept;
  if (!(flags & O_PATH)) note((flags & O_ACCMODE) == O_RDONLY ? "read" : "write", path);
  return fd;
}

/* A path that is there or whose folder is, made absolute by way of its folder. */
static void named(const char *verb, int folder, const char *path) {
  char whole[9000], base[4200] = "";
  if (!path) return note(verb, "?");
  if (path[0] != '/') {
    char link[64];
    if (folder == AT_FDCWD) strcpy(link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    long n = direct(SYS_readlinkat, AT_FDCWD, link, base, 4096);
    base[n > 0 ? n : 0] = 0;
    strcat(base, "/");
  }
  snprintf(whole, sizeof whole, "%s%s", base, path);
  note(verb, whole);
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define MODE(flags) mode_t mode = 0; \
  if (flags & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *p, int flags, ...) { MODE(flags) REAL(open); return opened(real(p, flags, mode), flags); }
int open64(const char *p, int flags, ...) { MODE(flags) REAL(open64); return opened(real(p, flags, mode), flags); }
int openat(int d, const char *p, int flags, ...) { MODE(flags) REAL(openat); return opened(real(d, p, flags, mode), flags); }
int openat64(int d, const char *p, int flags, ...) { MODE(flags) REAL(openat64); return opened(real(d, p, flags, mode), flags); }
int creat(const char *p, mode_t m) { REAL(creat); return opened(real(p, m), O_WRONLY); }
int mkstemp(char *p) { REAL(mkstemp); return opened(real(p), O_RDWR); }
int mkstemp64(char *p) { REAL(mkstemp64); return opened(real(p), O_RDWR); }
static FILE *stream(FILE *f, const char *mode) {
  if (f) opened(fileno(f), strpbrk(mode, "wa+") ? O_RDWR : O_RDONLY);
  return f;
}
FILE *fopen(const char *p, const char *m) { REAL(fopen); return stream(real(p, m), m); }
FILE *fopen64(const char *p, const char *m) { REAL(fopen64); return stream(real(p, m), m); }
FILE *freopen(const char *p, const char *m, FILE *f) { REAL(freopen); return stream(real(p, m, f), m); }
FILE *freopen64(const char *p, const char *m, FILE *f) { REAL(freopen64); return stream(real(p, m, f), m); }

/* openat2 has no function of its own. */
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long), d = va_arg(rest, long),
       e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  long result = direct(number, a, b, c, d, e, f);
#ifdef SYS_openat2
  if (number == SYS_openat2 && result >= 0) opened((int)result, (int)*(unsigned long long *)c);
#endif
  return result;
}

DIR *opendir(const char *p) { named("list", AT_FDCWD, p); REAL(opendir); return real(p); }
int mkdir(const char *p, mode_t m) { named("make", AT_FDCWD, p); REAL(mkdir); return real(p, m); }
int mkdirat(int d, const char *p, mode_t m) { named("make", d, p); REAL(mkdirat); return real(d, p, m); }
int mkfifo(const char *p, mode_t m) { named("make", AT_FDCWD, p); REAL(mkfifo); return real(p, m); }
int link(const char *a, const char *b) { named("make", AT_FDCWD, b); REAL(link); return real(a, b); }
int linkat(int x, const char *a, int y, const char *b, int f) { named("make", y, b); REAL(linkat); return real(x, a, y, b, f); }
int symlink(const char *a, const char *b) { named("make", AT_FDCWD, b); REAL(symlink); return real(a, b); }
int symlinkat(const char *a, int d, const char *b) { named("make", d, b); REAL(symlinkat); return real(a, d, b); }
int rename(const char *a, const char *b) { named("make", AT_FDCWD, b); REAL(rename); return real(a, b); }
int renameat(int x, const char *a, int y, const char *b) { named("make", y, b); REAL(renameat); return real(x, a, y, b); }
int renameat2(int x, const char *a, int y, const char *b, unsigned f) {
  named("make", y, b); REAL(renameat2); return real(x, a, y, b, f); }
int unlink(const char *p) { named("remove", AT_FDCWD, p); REAL(unlink); return real(p); }
int unlinkat(int d, const char *p, int f) { named("remove", d, p); REAL(unlinkat); return real(d, p, f); }
int rmdir(const char *p) { named("remove", AT_FDCWD, p); REAL(rmdir); return real(p); }
int truncate(const char *p, off_t n) { named("write", AT_FDCWD, p); REAL(truncate); return real(p, n); }
int chmod(const char *p, mode_t m) { named("write", AT_FDCWD, p); REAL(chmod); return real(p, m); }

int execve(const char *p, char *const a[], char *const e[]) { named("run", AT_FDCWD, p); REAL(execve); return real(p, a, e); }
int execv(const char *p, char *const a[]) { named("run", AT_FDCWD, p); REAL(execv); return real(p, a); }
int execvp(const char *p, char *const a[]) { note("run", p); REAL(execvp); return real(p, a); }
int execvpe(const char *p, char *const a[], char *const e[]) { note("run", p); REAL(execvpe); return real(p, a, e); }
int system(const char *c) { note("run", c); REAL(system); return real(c); }
FILE *popen(const char *c, const char *m) { note("run", c); REAL(popen); return real(c, m); }
int posix_spawn(pid_t *q, const char *p, const posix_spawn_file_actions_t *x, const posix_spawnattr_t *y,
                char *const a[], char *const e[]) { named("run", AT_FDCWD, p); REAL(posix_spawn); return real(q, p, x, y, a, e); }
int posix_spawnp(pid_t *q, const char *p, const posix_spawn_file_actions_t *x, const posix_spawnattr_t *y,
                 char *const a[], char *const e[]) { note("run", p); REAL(posix_spawnp); return real(q, p, x, y, a, e); }
void *dlopen(const char *p, int mode) { if (p) note("load", p); REAL(dlopen); return real(p, mode); }

static void address(const char *verb, const struct sockaddr *at) {
  char text[300] = "?", host[100] = "";
  if (!at) return;
  if (at->sa_family == AF_INET) {
    const struct sockaddr_in *in = (const void *)at;
    snprintf(text, sizeof text, "inet %s:%d", inet_ntop(AF_INET, &in->sin_addr, host, sizeof host), ntohs(in->sin_port));
  } else if (at->sa_family == AF_INET6) {
    const struct sockaddr_in6 *in = (const void *)at;
    snprintf(text, sizeof text, "inet6 %s:%d", inet_ntop(AF_INET6, &in->sin6_addr, host, sizeof host), ntohs(in->sin6_port));
  } else if (at->sa_family == AF_UNIX) {
    snprintf(text, sizeof text, "unix %.108s", ((const struct sockaddr_un *)at)->sun_path);
  }
  note(verb, text);
}
int connect(int s, const struct sockaddr *a, socklen_t n) { address("connect", a); REAL(connect); return real(s, a, n); }
int bind(int s, const struct sockaddr *a, socklen_t n) { address("connect", a); REAL(bind); return real(s, a, n); }
ssize_t sendto(int s, const void *b, size_t n, int f, const struct sockaddr *a, socklen_t m) {
  address("connect", a); REAL(sendto); return real(s, b, n, f, a, m); }
int getaddrinfo(const char *h, const char *s, const struct addrinfo *i, struct addrinfo **r) {
  note("connect", h ? h : s); REAL(getaddrinfo); return real(h, s, i, r); }
