// Threads for libraries that begin some without looking whether they come, and then wait for them for ever. They are
// begun before such a library is asked; what it asks the system for is then answered with these.
#define _GNU_SOURCE
#include "CLinux.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

struct waiting {
  struct waiting *next;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  void *(*work)(void *); // none where it is not wanted any more
  void *argument;
  int clears;
  int isDecided;
};

// Of the thread that asked for them.
static _Thread_local struct waiting *reserve;

typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static Create *theSystems(void) {
  static _Atomic(Create *) found;
  Create *create = atomic_load_explicit(&found, memory_order_relaxed);
  if (!create) {
    create = (Create *)dlsym(RTLD_NEXT, "pthread_create");
    atomic_store_explicit(&found, create, memory_order_relaxed);
  }
  return create;
}

static void *waitForWork(void *raw) {
  struct waiting *self = raw;
  pthread_mutex_lock(&self->mutex);
  while (!self->isDecided) pthread_cond_wait(&self->condition, &self->mutex);
  void *(*work)(void *) = self->work;
  void *argument = self->argument;
  clinux_clear_memory(self->clears);
  pthread_mutex_unlock(&self->mutex);
  pthread_mutex_destroy(&self->mutex);
  pthread_cond_destroy(&self->condition);
  free(self);
  return work ? work(argument) : NULL;
}

static pthread_t decide(struct waiting *one, void *(*work)(void *), void *argument) {
  pthread_t thread = one->thread;
  pthread_mutex_lock(&one->mutex);
  one->work = work;
  one->argument = argument;
  one->clears = clinux_clears_memory();
  one->isDecided = 1;
  pthread_cond_signal(&one->condition);
  pthread_mutex_unlock(&one->mutex);
  return thread;
}

int clinux_reserve_threads(int count, unsigned long stack) {
  pthread_attr_t attributes;
  int code = pthread_attr_init(&attributes);
  if (code) return code;
  code = pthread_attr_setstacksize(&attributes, stack);
  for (int i = 0; i < count && !code; i++) {
    struct waiting *one = calloc(1, sizeof *one);
    if (!one) code = ENOMEM;
    else {
      pthread_mutex_init(&one->mutex, NULL);
      pthread_cond_init(&one->condition, NULL);
      code = theSystems()(&one->thread, &attributes, waitForWork, one);
      if (code) {
        pthread_mutex_destroy(&one->mutex);
        pthread_cond_destroy(&one->condition);
        free(one);
      } else {
        one->next = reserve;
        reserve = one;
      }
    }
  }
  pthread_attr_destroy(&attributes);
  if (code) clinux_end_reserve();
  return code;
}

void clinux_end_reserve(void) {
  while (reserve) {
    struct waiting *one = reserve;
    reserve = one->next;
    pthread_join(decide(one, NULL, NULL), NULL);
  }
}

struct clearing {
  void *(*work)(void *);
  void *argument;
};

static void *workClearing(void *raw) {
  struct clearing given = *(struct clearing *)raw;
  free(raw);
  clinux_clear_memory(1);
  return given.work(given.argument);
}

static int createClearing(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument) {
  struct clearing *given = malloc(sizeof *given);
  if (!given) return EAGAIN;
  *given = (struct clearing){work, argument};
  int code = theSystems()(thread, attributes, workClearing, given);
  if (code) free(given);
  return code;
}

// Of the thread that said so; 0 where threads may be missing.
static _Thread_local int statusWithoutThreads;

// What is done before that.
static _Thread_local void (*tidy)(void);

void clinux_end_without_threads(int status, void (*before)(void)) {
  statusWithoutThreads = status;
  tidy = before;
}

static int begin(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument) {
  Create *create = clinux_clears_memory() ? createClearing : theSystems();
  int code = create(thread, attributes, work, argument);
  // Those before it may be about to end.
  for (int tries = 0; code && statusWithoutThreads && tries < 100; tries++) {
    usleep(10000);
    code = create(thread, attributes, work, argument);
  }
  if (!code || !statusWithoutThreads) return code;
  static const char words[] = "cutlist: error: the system does not start a thread that a library needs\n";
  if (write(STDERR_FILENO, words, sizeof words - 1)) {}
  if (tidy) tidy();
  _exit(statusWithoutThreads);
}

__attribute__((weak, visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *), void *argument) {
  struct waiting *one = reserve;
  if (!one) return begin(thread, attributes, work, argument);
  reserve = one->next;
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  *thread = one->thread;
  if (state == PTHREAD_CREATE_DETACHED) pthread_detach(*thread);
  decide(one, work, argument);
  return 0;
}

void clinux_default_stack(unsigned long bytes) {
  pthread_attr_t attributes;
  size_t size;
  if (pthread_getattr_default_np(&attributes)) return;
  if (!pthread_attr_getstacksize(&attributes, &size) && size < bytes && !pthread_attr_setstacksize(&attributes, bytes))
    pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}
