// The C library's functions for memory, in front of its own: all code of the process comes by here, that of libraries
// too, for the dynamic linker takes a program's own functions first. They are weak, so that a program that brings
// others keeps those.
#define _GNU_SOURCE
#include "CLinux.h"
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic long refused;

long clinux_refused_allocations(void) { return atomic_load(&refused); }

// Whoever stands behind this program: the C library, or what was loaded in front of it. Finding out takes no memory.
#define NEXT(name) \
  static _Atomic(__typeof__(&name)) found; \
  __typeof__(&name) next = atomic_load_explicit(&found, memory_order_relaxed); \
  if (!next) { \
    next = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    atomic_store_explicit(&found, next, memory_order_relaxed); \
  }

static void *counted(void *memory, int isWanted) {
  if (!memory && isWanted) atomic_fetch_add(&refused, 1);
  return memory;
}

#define ANSWERS __attribute__((weak, visibility("default")))

ANSWERS void *malloc(size_t size) {
  NEXT(malloc)
  return counted(next(size), 1);
}

ANSWERS void *calloc(size_t count, size_t size) {
  NEXT(calloc)
  return counted(next(count, size), 1);
}

// Nothing of a size is what an old library frees memory with.
ANSWERS void *realloc(void *memory, size_t size) {
  NEXT(realloc)
  return counted(next(memory, size), size != 0);
}

ANSWERS void *memalign(size_t alignment, size_t size) {
  NEXT(memalign)
  return counted(next(alignment, size), 1);
}

ANSWERS void *aligned_alloc(size_t alignment, size_t size) {
  NEXT(aligned_alloc)
  return counted(next(alignment, size), 1);
}

ANSWERS int posix_memalign(void **memory, size_t alignment, size_t size) {
  NEXT(posix_memalign)
  int code = next(memory, alignment, size);
  if (code == ENOMEM) counted(NULL, 1);
  return code;
}
