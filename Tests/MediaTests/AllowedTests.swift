import Media
import Testing
import TimelineModel

/// The tables of what documents may use, held to what FFmpeg has.
@Suite struct AllowedTests {
  private static let inventory = LibraryInventory()

  /// Everything is classed, in the FFmpeg that the tables were made for; what other ones have besides is refused.
  @Test(arguments: LibraryInventory.Part.allCases) func everythingIsClassed(part: LibraryInventory.Part) {
    let entries = Self.inventory.entries.filter { $0.part == part }
    let reasons = Dictionary(grouping: entries) { $0.refusal?.rawValue ?? "allowed" }.mapValues(\.count)
    print("\(part): \(reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
    #expect(!entries.isEmpty)
    let unknown = entries.filter { $0.refusal == .isUnknown }.map(\.name)
    withKnownIssue("the tables do not know all of this FFmpeg", isIntermittent: true) {
      #expect(unknown.isEmpty, "\(part): \(unknown)")
    } when: {
      !LibraryInventory.isTablesOwn
    }
  }

  /// What is in the tables and is not in FFmpeg is most likely misspelt.
  @Test func theTablesNameWhatThereIs() {
    guard LibraryInventory.isTablesOwn else { return }
    let names = Set(Self.inventory.entries.map(\.name))
    for table in [
      AllowedPictureFilters.table, AllowedSoundFilters.table, AllowedEncoders.table, AllowedEncoders.shared,
    ] {
      for entry in table.names {
        #expect(entry == "any" || names.contains(entry), "\(entry)")
        for option in table.gates(of: entry).keys {
          #expect(names.contains("\(entry).\(option)") || names.contains("any.\(option)"), "\(entry).\(option)")
        }
      }
    }
    for name in AllowedEncoders.refused.keys { #expect(names.contains(name), "\(name)") }
  }

  /// Nothing is in two tables.
  @Test func whatIsAllowedIsNotRefused() {
    for (reason, names) in AllowedDemuxers.refused {
      #expect(AllowedDemuxers.names.allSatisfy { !names.contains($0) }, "\(reason)")
    }
    #expect(AllowedEncoders.table.names.allSatisfy { AllowedEncoders.refused[$0] == nil })
  }

  @Test(arguments: [
    "h264_omx", "h264_v4l2m2m", "h264_vaapi", "hevc_qsv", "hevc_nvenc", "wrapped_avframe",
  ])
  func encodersOfDevicesAreRefused(name: String) {
    let finding = EncoderCatalog.finding(name)
    if case .missing = finding { return }
    guard case .refused(let reason) = finding else {
      Issue.record("\(name) is not refused")
      return
    }
    #expect(!reason.isEmpty)
    guard case .found(let facts) = EncoderCatalog.finding(name, isTrusted: true) else {
      Issue.record("\(name) cannot be trusted")
      return
    }
    #expect(facts.options.values.allSatisfy { !$0.gate.isRefused })
  }

  private func gate(_ filter: String, _ option: String, for medium: FilterCatalog.Medium = .picture) -> OptionGate? {
    guard case .found(let facts) = FilterCatalog.finding(filter, for: medium) else { return nil }
    return facts.options[option]?.gate
  }

  @Test(arguments: [
    ("curves", "psfile"), ("curves", "plot"), ("deshake", "filename"), ("vmafmotion", "stats_file"), ("lut1d", "file"),
    ("lut3d", "file"), ("metadata", "file"), ("selectivecolor", "psfile"),
  ])
  func optionsThatNameFilesAreRefused(filter: String, option: String) throws {
    let known = try #require(self.gate(filter, option))
    #expect(known.isRefused)
  }

  /// With any value of it, FFmpeg 5.1 reads memory that is not there.
  @Test(arguments: ["channels", "h"]) func anOptionThatEndsTheProgramIsRefused(option: String) throws {
    let known = try #require(self.gate("dynaudnorm", option, for: .sound))
    #expect(known.isRefused)
  }

  @Test(arguments: [
    ("nlmeans", "r", "31", "99"), ("tmix", "frames", "129", "1024"), ("boxblur", "lp", "2", "2147483647"),
    ("pad", "w", "iw+20", "30000"), ("tmix", "frames", "9", "0x10B"), ("scale", "h", "-1", "30k"),
    ("scale", "w", "200x100", "30000x30000"), ("scale", "size", "hd720", "20000x1"), ("scale", "w", "200", "0x10000"),
    ("scale", "sws_flags", "lanczos", "bogus"),
    ("zscale", "s", "hd720", "30000x30000"),
    ("drawbox", "c", "red@0.5", "Random@0.5"), ("colorkey", "color", "lime", "bikeshed"),
    ("elbg", "l", "64", "max"), ("swaprect", "w", "w/2", "-1"), ("scale", "flags", "lanczos+accurate_rnd", "bogus"),
    ("datascope", "x", "10", "2147483647"), ("v360", "w", "1024", "32767"),
    ("datascope", "s", "640:480", "20000 20000"),
  ])
  func valuesHaveBounds(filter: String, option: String, good: String, bad: String) throws {
    let known = try #require(self.gate(filter, option))
    #expect(known.objection(to: good) == nil)
    #expect(known.objection(to: bad) != nil)
  }

  @Test(arguments: [
    ("aecho", "delays", "60|90", "1e9"), ("adelay", "delays", "500|0.5s|4800S", "90s"),
    ("chorus", "delays", "50|60", "99999999"),
  ])
  func delaysHaveBounds(filter: String, option: String, good: String, bad: String) throws {
    let known = try #require(self.gate(filter, option, for: .sound))
    #expect(known.objection(to: good) == nil)
    #expect(known.objection(to: bad) != nil)
  }

  private func objection(_ encoder: String, _ option: String, _ value: String) -> GateObjection? {
    guard case .found(let facts) = EncoderCatalog.finding(encoder), let known = facts.options[option] else {
      return GateObjection.missing
    }
    return known.gate.objection(to: value, named: known.named)
  }

  @Test(arguments: [
    ("libx264", "stats", "x"), ("libx264", "passlogfile", "x"), ("libx264", "flags", "+pass1"),
    ("libx264", "flags", "512"), ("libx264", "flags", "psnr+pass2"), ("libx264", "flags", "(pass1)"),
    ("libx264", "x264-params", "dump-yuv=x"), ("libx264", "x264-params", "dump_yuv=x"),
    ("libx264", "x264-params", "no-dump-yuv=0"), ("libx264", "x264-params", "nodump_yuv=0"),
    ("libx264", "x264-params", "me=dia:stats=x"), ("libx264", "x264-params", "'dump-yuv'=x"),
    ("libx264", "x264-params", "dump\\-yuv=x"), ("libx264", "x264-params", " stats = x"),
    ("libx264", "x264-params", "no-cqm=flat"), ("libx265", "x265-params", "no-scaling-list=off"),
    ("libx264", "x264-params", "zones=0\\,50\\,q=20dump-yuv=x"),
    ("libx264", "x264-params", "zones='0,50,b=1.5me-range=9'"),
    ("mpeg4", "rc_eq", "tex*(1+mod(ti me (0),7))"), ("mpeg4", "rc_eq", "while(1,1)"),
    ("libaom-av1", "denoise-block-size", "0"), ("libaom-av1", "aom-params", "denoise-block-size=1"),
    ("libx264", "x264-params", "ref=0x10"), ("libx264", "x264-params", "cqm=/etc/passwd"),
    ("libx264", "x264-params", "cqm=x/flat"),
    ("libx264", "x264-params", "opencl_clbin=x"), ("libx264", "x264-params", "pass=1"),
    ("libx264", "x264-params", "zones=0,9,q=20,dump-yuv=x"), ("libx264", "x264-params", "rc-lookahead=9999"),
    ("libx264", "x264-params", "asm=avx512"), ("libx264", "x264-params", "qpfile=x"),
    ("libx264", "x264opts", "dump-yuv=x"), ("libx264", "x264opts", "me=dia\u{600}:stats=x"),
    ("libx264", "x264opts", "opencl"), ("libx264", "x264opts", "a=\\:stats=x"), ("libx264", "x264opts", "no-stats"),
    ("libx265", "x265-params", "csv=x"), ("libx265", "x265-params", "--csv=x"),
    ("libx265", "x265-params", "analysis_save=x"), ("libx265", "x265-params", "scaling-list=x"),
    ("libx265", "x265-params", "lambda-file=x"), ("libx265", "x265-params", "nalu-file=x"),
    ("libx265", "x265-params", "pass=2:stats=x"), ("libx265", "x265-params", "input-res=9000x9000"),
    ("libx265", "x265-params", "recon=x"), ("libx265", "x265-params", "copy-pic=0"),
    ("libsvtav1", "svtav1-params", "use-q-file=1"), ("libsvtav1", "svtav1-params", "width=9000"),
    ("librav1e", "rav1e-params", "width=9000"), ("librav1e", "rav1e-params", "rdo_lookahead_frames=99999"),
    ("libaom-av1", "aom-params", "film-grain-table=x"), ("libaom-av1", "aom-params", "film-grain-table\\=x=y"),
    ("libaom-av1", "aom-params", "tune=vmaf"), ("libaom-av1", "aom-params", "partition-info-path=x"),
    ("vc2", "wavelet_type", "7"), ("libsvtav1", "svtav1-params", "mastering-display=/x"),
    ("libvpx-vp9", "lag-in-frames", "99999"), ("flac", "lpc_passes", "2147483647"), ("aac", "ac", "2147483647"),
  ])
  func whatDoesMoreThanComputeIsHeldBack(encoder: String, option: String, value: String) {
    if case .missing = EncoderCatalog.finding(encoder) { return }
    #expect(objection(encoder, option, value) != nil)
  }

  @Test(arguments: [
    ("libx264", "preset", "slow"), ("libx264", "flags", "+cgop-psnr"), ("libx264", "rc-lookahead", "60"),
    ("libx264", "x264-params", "me=hex:subme=9:no-psy=1:threads=auto:deblock=1\\:1"),
    ("libx264", "x264-params", "no_fast_pskip=1:cqm=jvt:ref=5:zones=0,9,q=20,me=dia/10,19,b=1.5"),
    ("libx264", "x264opts", "keyint=25:no-scenecut:8x8dct"), ("libx264", "psy-rd", "1.0:0.15"),
    ("libx265", "x265-params", "no-sao=1:ctu=32:deblock=-1\\:-1:scaling-list=default"),
    (
      "libx265", "x265-params", "hdr10=1:master-display='G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(1,1)'"
    ),
    ("libsvtav1", "svtav1-params", "tune=0:film-grain=8"), ("librav1e", "rav1e-params", "low_latency=true"),
    ("libsvtav1", "svtav1-params", "mastering-display=G(0.2,0.7)B(0.1,0.1)R(0.7,0.3)WP(0.3,0.3)L(1000,0.01)"),
    ("libaom-av1", "aom-params", "enable-qm=1:tune=ssim"), ("libvpx", "ts-parameters", "ts_number_layers=1"),
    ("mpeg2video", "rc_eq", "tex^qComp"), ("prores_ks", "vendor", "apl0"), ("libx264", "threads", "4"),
  ])
  func whatOnlyComputesPasses(encoder: String, option: String, value: String) {
    if case .missing = EncoderCatalog.finding(encoder) { return }
    let held = objection(encoder, option, value)
    #expect(held == nil, "\(String(describing: held))")
  }
}

extension GateObjection {
  fileprivate static var missing: GateObjection? {
    OptionGate.choice([]).objection(to: "there is no such option")
  }
}
