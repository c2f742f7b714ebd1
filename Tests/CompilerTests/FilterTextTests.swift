import Compiler
import Testing

/// A filter in FFmpeg's spelling is taken apart as FFmpeg does it.
@Suite struct FilterTextTests {
  private func words(_ text: String) throws -> [String] {
    let text = try FilterText(text)
    return [text.name] + text.options.map { option in option.key.map { "\($0)=\(option.value)" } ?? option.value }
  }

  @Test(
    arguments: [
      ("hflip", ["hflip"]), (" hue = s=0 ", ["hue", "s=0"]), ("hue=90:s=0.5", ["hue", "90", "s=0.5"]),
      // Only letters, digits and a few signs make a name.
      ("pan=stereo|c0=c1|c1=c0", ["pan", "stereo|c0=c1|c1=c0"]), ("geq=lum(X\\,Y)", ["geq", "lum(X,Y)"]),
      ("aeval=val(0)=1:c=same", ["aeval", "val(0)=1", "c=same"]),
      ("curves=all='0/0 1/1'", ["curves", "all=0/0 1/1"]), ("drawbox@one=w=3", ["drawbox", "w=3"]),
      // Each level of quotes and backslashes stands for one reading.
      ("geq='lum=if(gt(X,1),2,3)'", ["geq", "lum=if(gt(X,1),2,3)"]), ("volume='a\\:b'", ["volume", "a:b"]),
      ("volume='a:b'", ["volume", "a", "b"]), ("eq=a=' x '", ["eq", "a=x"]), ("eq=a=\\' x \\'", ["eq", "a= x "]),
      ("scale=:2", ["scale", "", "2"]),
      // It is taken apart by bytes: to Swift, these signs are parts of what stands behind them.
      ("hue=s=0:\u{301}h=1\r\n", ["hue", "s=0", "\u{301}h=1"]), ("hue=s=\u{301}1", ["hue", "s=\u{301}1"]),
    ] as [(String, [String])])
  func isTakenApart(text: String, expected: [String]) throws {
    #expect(try words(text) == expected)
  }

  @Test func oneFilterIsMeant() {
    for text in ["", "  "] { #expect(throws: FilterText.Fault.isEmpty) { try FilterText(text) } }
    for text in ["hflip,vflip", "[in]hflip", "hflip[out]", "hue=s=0;hflip", "=s=0"] {
      #expect(throws: FilterText.Fault.isNoSingleFilter) { try FilterText(text) }
    }
  }
}
