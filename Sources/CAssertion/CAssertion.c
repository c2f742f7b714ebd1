#include "CAssertion.h"
#include <setjmp.h>
#include <stddef.h>

// Libav's AV_LOG_PANIC, which it logs nothing at but a failed assertion.
enum { panic = 0 };

static cassertion_log log_of_all;
static _Thread_local jmp_buf *way_out;

int cassertion_call(int (*function)(void *, void *), void *a, void *b, int otherwise) {
  jmp_buf way, *outer = way_out;
  if (setjmp(way)) {
    way_out = outer;
    return otherwise;
  }
  way_out = &way;
  int result = function(a, b);
  way_out = outer;
  return result;
}

static void take(void *object, int level, const char *format, __builtin_va_list arguments) {
  if (log_of_all) log_of_all(object, level, format, arguments);
  if (level == panic && way_out) longjmp(*way_out, 1);
}

cassertion_log cassertion_log_before(cassertion_log log) {
  log_of_all = log;
  return take;
}
