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
#include <string.h>

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

static void refuse(void) { atomic_fetch_add(&refused, 1); }

// Of the thread that asks, and of those that it starts meanwhile.
static _Thread_local int clears;

void clinux_clear_memory(int isWanted) { clears = isWanted; }

int clinux_clears_memory(void) { return clears; }

static void *given(void *memory, size_t size) {
  if (!memory) refuse();
  else if (clears) memset(memory, 0, size);
  return memory;
}

#define ANSWERS __attribute__((weak, visibility("default")))

ANSWERS void *malloc(size_t size) {
  NEXT(malloc)
  return given(next(size), size);
}

ANSWERS void *calloc(size_t count, size_t size) {
  NEXT(calloc)
  void *memory = next(count, size);
  if (!memory) refuse();
  return memory;
}

// Nothing of a size is what an old library frees memory with.
ANSWERS void *realloc(void *memory, size_t size) {
  NEXT(realloc)
  void *larger = next(memory, size);
  if (!larger && size != 0) refuse();
  return larger;
}

ANSWERS void *memalign(size_t alignment, size_t size) {
  NEXT(memalign)
  return given(next(alignment, size), size);
}

ANSWERS void *aligned_alloc(size_t alignment, size_t size) {
  NEXT(aligned_alloc)
  return given(next(alignment, size), size);
}

ANSWERS int posix_memalign(void **memory, size_t alignment, size_t size) {
  NEXT(posix_memalign)
  int code = next(memory, alignment, size);
  if (code == ENOMEM) refuse();
  else if (!code && clears) memset(*memory, 0, size);
  return code;
}
