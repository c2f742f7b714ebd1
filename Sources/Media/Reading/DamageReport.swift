package import TimelineModel

/// Where readers tell of what could not be decoded and was made up for: a picture by the last good one before it (the
/// next one if there is none), sound by silence. The time counts from the stream's first frame or sample, in seconds. A reader without one fails instead.
package typealias DamageReport = @Sendable (_ medium: DamagedMedium, _ seconds: Rational) -> Void

package enum DamagedMedium: Hashable, Sendable { case picture, sound }
