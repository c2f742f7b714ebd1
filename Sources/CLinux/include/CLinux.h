// This header includes none of the system's: with _GNU_SOURCE they declare types otherwise than in Swift's own import of
// the C library, and the compiler refuses a type that has two definitions.

/// Flags of `open` that Swift does not import.
extern const int clinux_O_PATH, clinux_O_TMPFILE;

/// Opens a path that may not leave `folder`, by `openat2`, which the C library has no function for.
/// Returns a descriptor, or -1 with the reason in `errno`.
int clinux_open_beneath(int folder, const char *path, int flags);

/// Lets two files in a folder change places in one step. Returns 0, or -1 with the reason in `errno`, as where the file
/// system cannot.
int clinux_exchange(int folder, const char *a, const char *b);

/// Begins to write out to the disk what only memory holds of a file, so that whoever wrote that through a mapping has to
/// say so again before writing more.
void clinux_write_out(int file);

/// Limits what the process may have, never to more than it had: seconds of the processor, bytes of memory, bytes of a
/// file, bytes of a core dump.
void clinux_limit_seconds(unsigned long seconds);
void clinux_limit_memory(unsigned long bytes);
void clinux_limit_files(unsigned long bytes);
void clinux_limit_core(unsigned long bytes);

/// The bytes of memory that the system lets the process have at most, as set from outside; the greatest number without a
/// limit.
long clinux_memory_limit(void);

/// The seconds of processor time after which the system ends the process, as set from outside; the greatest number
/// without a limit.
long clinux_time_limit(void);

/// The path by which the process was started, absolute or from the folder that was the current one then; null if the
/// system does not say.
const char *clinux_program_path(void);

/// How often anyone in the process, its libraries included, asked for memory and got none.
long clinux_refused_allocations(void);

/// Begins `count` threads that wait, each with so many bytes of a stack: the next ones that the calling thread begins are
/// these, whoever's code it runs. Returns 0, or the reason why the system does not start so many; then none waits.
int clinux_reserve_threads(int count, unsigned long stack);

/// Ends those that are not taken.
void clinux_end_reserve(void);

/// From here on, the process ends with a status, not 0, where the calling thread begins a thread and the system starts
/// none for a second: for libraries that would abort or wait for ever. 0 takes that back. `before` is called right
/// before the process ends; it may be null.
void clinux_end_without_threads(int status, void (*before)(void));

/// Makes the stacks of threads that say nothing of theirs at least so long.
void clinux_default_stack(unsigned long bytes);

/// Whether the file system of an open file keeps by itself when a file changed: not an image, which its maker made
/// whole, and none that gives out another time in its place.
int clinux_has_own_times(int file);

/// Whether memory is to be empty from here on that this thread asks for, and all that the threads ask for that it begins.
void clinux_clear_memory(int isWanted);
int clinux_clears_memory(void);

/// Takes over the messages of GLib and of libraries that are built on it, which are else written on standard error with
/// the time. They are written on standard output, each on a line behind its library's name, or dropped.
void clinux_take_glib_messages(int areWritten);

/// How many messages of Pango were dropped on this thread that say that letters cannot be drawn.
long clinux_dropped_messages_about_letters(void);
