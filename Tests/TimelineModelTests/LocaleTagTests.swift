import Testing
import TimelineModel

@Suite struct LocaleTagTests {
  @Test func tagsAreWrittenAsTheirStandardRecommends() {
    for (written, tag) in [
      ("EN", "en"), ("en-us", "en-US"), ("ZH-hANT-tw", "zh-Hant-TW"), ("es-419", "es-419"),
      ("DE-CH-1901", "de-CH-1901"),
      ("en-US-u-CA-Gregory", "en-US-u-ca-gregory"), ("und", "und"),
    ] { #expect(LocaleTag(written)?.description == tag) }
    for text in ["", "e", "en_US", "en-", "-en", "12", "en-toolongpart", "español"] { #expect(LocaleTag(text) == nil) }
  }

  /// Shows CHP-04.
  @Test(
    arguments: [
      (["en-US"], ["it", "en", "en-US"], "en-US"), (["en-US"], ["it", "en"], "en"), (["en-US"], ["it", "de"], "it"),
      (["de", "it-CH"], ["en", "it"], "it"), (["de", "en"], ["en", "de"], "de"), (["EN-us"], ["it", "En-Us"], "en-US"),
      (["zh-Hant-TW"], ["en", "zh-Hans", "zh-Hant"], "zh-Hant"), (["zh-Hant-TW"], ["en", "zh-Hans"], "zh-Hans"),
      (["en"], ["it", "en-GB", "en-US"], "en-GB"), (["en-US-x-own"], ["it", "en-US"], "en-US"),
      ([], ["it", "en"], "it"),
    ])
  func bestMatch(preferred: [String], available: [String], best: String) {
    let found = LocaleTag.best(
      of: available.compactMap(LocaleTag.init), for: preferred.compactMap(LocaleTag.init))
    #expect(found?.description == best)
  }

  @Test func nothingIsBestOfNothing() { #expect(LocaleTag.best(of: [], for: [LocaleTag("en")!]) == nil) }
}
