import CLinux

/// The messages of GLib and of libraries that are built on it, such as Pango.
package enum GLibMessages {
  /// Writes those to come on standard output, each on a line: the name of its library, a colon and its words.
  package static func write() { clinux_take_glib_messages(1) }

  /// Drops those to come.
  package static func drop() { clinux_take_glib_messages(0) }

  /// The number of messages, dropped on this thread, that say that letters cannot be drawn.
  package static var droppedAboutLetters: Int { clinux_dropped_messages_about_letters() }
}
