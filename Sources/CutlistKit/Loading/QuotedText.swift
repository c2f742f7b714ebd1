import Foundation

extension String {
  /// In quotes, as YAML and JSON both read it.
  package var quoted: String {
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self).replacing("\\/", with: "/")
  }
}
