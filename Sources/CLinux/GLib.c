// GLib's messages, without GLib: it comes with librsvg, which comes with libavcodec, and is there or not.
#define _GNU_SOURCE
#include "CLinux.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int areWritten;
// Of the thread that draws.
static _Thread_local long aboutLetters;

long clinux_dropped_messages_about_letters(void) { return aboutLetters; }

// A font that is replaced by another is not an error.
static int isAboutLetters(const char *domain, const char *message) {
  return domain && message && !strcmp(domain, "Pango") && strstr(message, "font") && !strstr(message, "falling back");
}

static void take(const char *domain, int level, const char *message, void *data) {
  (void)level, (void)data;
  if (areWritten) dprintf(STDOUT_FILENO, "%s: %s\n", domain ? domain : "GLib", message);
  else if (isAboutLetters(domain, message)) aboutLetters++;
}

// As GLib has them; a negative length is that of a text with a NUL at its end.
struct field {
  const char *key;
  const void *value;
  ssize_t length;
};

static const char *text(const char *key, const struct field *fields, size_t count) {
  for (size_t index = 0; index < count; index++)
    if (!strcmp(fields[index].key, key) && fields[index].length < 0) return fields[index].value;
  return NULL;
}

// Some libraries give their messages in fields.
static int takeFields(int level, const struct field *fields, size_t count, void *data) {
  const char *message = text("MESSAGE", fields, count);
  take(text("GLIB_DOMAIN", fields, count), level, message ? message : "", data);
  return 1;
}

void clinux_take_glib_messages(int areWrittenNow) {
  typedef void (*Handler)(const char *, int, const char *, void *);
  typedef int (*Writer)(int, const struct field *, size_t, void *);
  areWritten = areWrittenNow;
  Handler (*set)(Handler, void *) = (Handler (*)(Handler, void *))dlsym(RTLD_DEFAULT, "g_log_set_default_handler");
  if (set) set(take, NULL);
  // A writer may be set once.
  static int isSet;
  void (*setWriter)(Writer, void *, void *) = (void (*)(Writer, void *, void *))dlsym(RTLD_DEFAULT, "g_log_set_writer_func");
  if (setWriter && !isSet) setWriter(takeFields, NULL, NULL);
  isSet = 1;
}
