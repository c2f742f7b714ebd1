/// What becomes of a sound's pitch where its speed changes.
package enum Pitch: String, Hashable, Sendable, CaseIterable {
  /// It stays as it is.
  case keep
  /// It rises and falls with the speed, as tape does.
  case follow
}
