// Libav ends the process where one of its assertions fails, once it has logged that. A jump out of its functions is the
// only way past, which Swift code cannot take part in.

/// Calls a function of libav. Callbacks that it makes must not make the assertion fail: a jump over them would leave
/// theirs undone. Returns `function(a, b)`, or `otherwise` if an assertion of libav failed in it on this thread.
int cassertion_call(
    int (*_Nonnull function)(void *_Nullable, void *_Nullable), void *_Nullable a, void *_Nullable b, int otherwise);

/// A log of libav: its object, the level, the format and the arguments.
typedef void (*cassertion_log)(
    void *_Nullable object, int level, const char *_Nullable format, __builtin_va_list arguments);

/// Returns the log to be given to libav, which hands everything to `log`.
_Nonnull cassertion_log cassertion_log_before(_Nonnull cassertion_log log);
