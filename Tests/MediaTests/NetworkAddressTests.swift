@testable import Media
import Testing

/// Which machines a document may make this one ask.
@Suite struct NetworkAddressTests {
  @Test(arguments: [
    ("http://example.org/a.mp4", "example.org", 80, "/a.mp4"), ("https://example.org", "example.org", 443, "/"),
    ("HTTP://Example.ORG:8080/a?b#c", "example.org", 8080, "/a?b"), ("http://[::1]:9/x", "::1", 9, "/x"),
    ("http://anna:pw@example.org/x", "example.org", 80, "/x"), ("http://a@b@127.0.0.1/x", "127.0.0.1", 80, "/x"),
    ("http://example.org?q=@127.0.0.1", "example.org", 80, "/?q=@127.0.0.1"),
  ]) func addressesAreTakenApart(text: String, host: String, port: UInt16, path: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(address.host == host && address.port == port && address.path == path, "\(address)")
  }

  @Test(arguments: [
    "ftp://example.org/", "file:///etc/passwd", "http://", "http:///a", "http://a b/", "http://a\r\nHost: b/", "http://[::1/",
    "http://a:99999/", "http://a:0/", "http://a\\@b/", "http://[fe80::1%25eth0]/", "http:/a", "gopher://a", "http://a:b/",
    "http://a%0d%0aX: b@127.0.0.1/", "http://a%0D%0AX:b@127.0.0.1/", "http://a:%00@127.0.0.1/", "http://%7f@127.0.0.1/",
  ]) func whatIsNoAddressIsRefused(text: String) { #expect(NetworkAddress(text) == nil, "\(text)") }

  @Test(arguments: [
    "127.0.0.1", "127.255.1.2", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "0.0.0.0",
    "100.64.0.1", "224.0.0.1", "239.1.1.1", "255.255.255.255", "198.18.0.1", "192.0.0.1", "::1", "::", "fe80::1",
    "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "2001::1", "::7f00:1",
  ]) func nearbyMachinesAreKnown(text: String) throws { #expect(try #require(MachineNumber(text)).isPrivate, "\(text)") }

  @Test(arguments: [
    "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.167.1.1", "223.255.1.1",
    "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::",
  ]) func machinesOfTheWorldAreKnown(text: String) throws {
    #expect(try !#require(MachineNumber(text)).isPrivate, "\(text)")
  }

  /// Only what says so itself may mean this machine: not names, and no numbers in a disguise.
  @Test func onlyPlainNumbersNameThisMachine() throws {
    for text in ["http://127.0.0.1/", "http://localhost:8/", "http://[::1]/", "http://192.168.0.7/"] {
      #expect(try #require(NetworkAddress(text)).namesPrivateMachine, "\(text)")
    }
    for text in ["http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://localhost.example.org/"] {
      #expect(try !#require(NetworkAddress(text)).namesPrivateMachine, "\(text)")
    }
    // They are this machine all the same.
    for host in ["2130706433", "127.1", "localhost"] {
      #expect(try MachineNumber.all(of: host).contains { $0.isPrivate }, "\(host)")
    }
  }

  @Test(arguments: [
    ("http://b.org/x", "http://b.org:80/x"), ("//b.org/x", "http://b.org:80/x"), ("/x", "http://a.org:81/x"),
    ("x", "http://a.org:81/d/x"), ("https://b.org/", "https://b.org:443/"), ("?a=2", "http://a.org:81/d/f?a=2"),
    ("../x", "http://a.org:81/x"),
  ]) func locationsAreFollowed(location: String, result: String) throws {
    let address = try #require(NetworkAddress("http://user:pw@a.org:81/d/f?q"))
    #expect(address.following(location)?.text() == result)
  }

  @Test(arguments: ["ftp://b.org/", "file:///etc/passwd", "unix:///tmp/x"])
  func otherKindsOfAddressesAreNotFollowed(location: String) throws {
    #expect(try #require(NetworkAddress("http://a.org/")).following(location) == nil)
  }
}
