// This header includes none of the system's: with _GNU_SOURCE they declare types otherwise than in Swift's own import of
// the C library, and the compiler refuses a type that has two definitions.

/// Flags of `open` that Swift does not import.
extern const int clinux_O_PATH, clinux_O_TMPFILE;

/// Opens a path that may not leave `folder`, by `openat2`, which the C library has no function for.
/// Returns a descriptor, or -1 with the reason in `errno`.
int clinux_open_beneath(int folder, const char *path, int flags);

/// Limits what the process may have, never to more than it had: seconds of the processor, bytes of memory, bytes of a
/// file, bytes of a core dump.
void clinux_limit_seconds(unsigned long seconds);
void clinux_limit_memory(unsigned long bytes);
void clinux_limit_files(unsigned long bytes);
void clinux_limit_core(unsigned long bytes);
