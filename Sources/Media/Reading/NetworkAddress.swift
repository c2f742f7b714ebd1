import Foundation
import Glibc
import Platform

/// An address of a file on the network, in its parts.
struct NetworkAddress: Hashable {
  let isSecure: Bool
  /// What stands before the `@`, for servers that want a password.
  let user: String?
  /// A name, or a number without its brackets.
  let host: String
  let port: UInt16
  /// From the first slash on, with the query.
  let path: String

  /// Nil for what is no address of http or https, or holds what no address does.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let colon = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard ["http", "https"].contains(scheme) else { return nil }
    isSecure = scheme == "https"
    let rest = text[colon.upperBound...].prefix { $0 != "#" }
    let end = rest.firstIndex { "/?\\".contains($0) } ?? rest.endIndex
    let written = rest[end...]
    path = written.hasPrefix("/") ? String(written) : "/" + written
    guard !written.hasPrefix("\\") else { return nil }
    let authority = rest[..<end]
    let at = authority.lastIndex(of: "@")
    user = at.map { String(authority[..<$0]) }
    // Libavformat decodes it, and would put line breaks into the request.
    guard user?.hasEscapedControls != true else { return nil }
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    let hostEnd: Substring.Index
    if place.hasPrefix("[") {
      guard let bracket = place.firstIndex(of: "]") else { return nil }
      host = String(place[place.index(after: place.startIndex)..<bracket])
      hostEnd = place.index(after: bracket)
      guard !host.isEmpty, host.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else { return nil }
    } else {
      hostEnd = place.firstIndex(of: ":") ?? place.endIndex
      host = place[..<hostEnd].lowercased()
      guard !host.isEmpty, host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else { return nil }
    }
    let number = place[hostEnd...]
    guard number.isEmpty || number.hasPrefix(":") else { return nil }
    guard number.count > 1 else {
      port = isSecure ? 443 : 80
      return
    }
    guard let port = UInt16(number.dropFirst()), port > 0 else { return nil }
    self.port = port
  }

  /// The address that a server names in place of this one, which may leave out what stays the same.
  func following(_ location: String) -> NetworkAddress? {
    if location.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:/) != nil { return NetworkAddress(location) }
    guard location.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let own = URL(string: "\(isSecure ? "https" : "http")://\(hostAndPort)\(path)")
    let link = URL(string: location, relativeTo: own)?.absoluteString
    return link.flatMap(NetworkAddress.init)
  }

  /// As it stands in a request.
  var hostAndPort: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }

  /// The same with a machine's number in place of the host's name.
  func text(at machine: MachineNumber? = nil) -> String {
    let user = user.map { "\($0)@" } ?? ""
    let name = machine?.text ?? host
    return "\(isSecure ? "https" : "http")://\(user)\(name.contains(":") ? "[\(name)]" : name):\(port)\(path)"
  }

  /// True where the address itself says that the machine is this one or near it: whoever wrote it means that.
  var namesPrivateMachine: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || MachineNumber(host)?.isPrivate ?? false
  }
}

extension String {
  /// Whether a control character is written as `%0A`.
  fileprivate var hasEscapedControls: Bool {
    split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains { part in
      UInt8(part.prefix(2), radix: 16).map { $0 < 0x20 || $0 == 0x7F } ?? false
    }
  }
}

/// The number of a machine on the network, of four bytes or of sixteen.
struct MachineNumber: Hashable {
  let bytes: [UInt8]

  /// Nil for what is no number in the usual form.
  init?(_ text: String) {
    var four = in_addr()
    var sixteen = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
      bytes = withUnsafeBytes(of: sixteen) { Array($0) }
    } else {
      return nil
    }
  }

  private init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// Returns the addresses of a host, in the order in which to try them; empty if the host does not exist.
  /// - Throws: SystemFailure if the host cannot be looked up at present.
  static func all(of host: String) throws(SystemFailure) -> [MachineNumber] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    switch getaddrinfo(host, nil, &hints, &first) {
    case 0: break
    case EAI_AGAIN: throw SystemFailure(code: EAGAIN, description: "nobody can be asked where \(host) is")
    case EAI_MEMORY: throw SystemFailure(code: ENOMEM)
    case EAI_SYSTEM: throw SystemFailure()
    default: return []
    }
    defer { freeaddrinfo(first) }
    var found: [MachineNumber] = []
    var next = first
    while let info = next?.pointee {
      next = info.ai_next
      switch info.ai_family {
      case AF_INET:
        info.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          found.append(MachineNumber(bytes: withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }))
        }
      case AF_INET6:
        info.ai_addr.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          found.append(MachineNumber(bytes: withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }))
        }
      default: continue
      }
    }
    return found
  }

  var text: String {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = bytes.withUnsafeBytes {
      inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, $0.baseAddress, &buffer, socklen_t(buffer.count))
    }
    return String(nullTerminated: buffer)
  }

  /// True for whatever does not lead out into the world: this machine, its neighbours, groups, and what is kept for uses
  /// of its own.
  var isPrivate: Bool {
    if bytes.count == 4 { return MachineNumber.kept.contains { prefix, length in bytes.begin(with: prefix, length) } }
    // A number of four bytes may be packed into one of sixteen.
    for (prefix, start) in MachineNumber.packings where bytes.starts(with: prefix) {
      return MachineNumber(bytes: bytes[start..<start + 4]).isPrivate
    }
    // Of all others, 2000::/3 is what the world has, without the tunnels and examples in it.
    guard bytes[0] & 0xE0 == 0x20 else { return true }
    return bytes.starts(with: [0x20, 0x01, 0, 0]) || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
  }

  /// Blocks of the IANA registry of special addresses, with how many bits count.
  private static let kept: [([UInt8], Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
    ([192, 0, 2], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4),
    ([240], 4),
  ]

  private static let packings: [(prefix: [UInt8], start: Int)] = [
    ([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 12), ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 12),
    ([0x20, 0x02], 2),
  ]
}

extension [UInt8] {
  /// True where the first bits are those of another.
  fileprivate func begin(with prefix: [UInt8], _ length: Int) -> Bool {
    prefix.indices.allSatisfy { index in
      let count = Swift.min(8, length - index * 8)
      return count <= 0 || (self[index] ^ prefix[index]) >> UInt8(8 - count) == 0
    }
  }
}
