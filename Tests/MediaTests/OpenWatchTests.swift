#if os(Linux) && (arch(x86_64) || arch(arm64))
  import Foundation
  import Media
  import Synchronization
  import TestSupport
  import Testing
  import TimelineModel

  /// Runs what follows in a process of its own, whose threads nobody else uses.
  @Suite struct NothingIsOpenedTests {
    @Test(.enabled(if: !OpenWatchTests.isInOwnProcess)) func neitherByFiltersNorByEncoders() throws {
      let folder = try TemporaryFolder()
      let output = folder.path("output")
      try Data().write(to: URL(fileURLWithPath: output))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = ["--testing-library", "swift-testing", "--filter", "OpenWatchTests/"]
      process.environment = ProcessInfo.processInfo.environment.merging(
        // A backtracer would be asked about, while all threads that could answer are stopped.
        [OpenWatchTests.variable: "1", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
      process.currentDirectoryURL = folder.url
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
      process.standardError = process.standardOutput
      try process.run()
      // What hangs is no answer either.
      for _ in 0..<6000 where process.isRunning { usleep(100_000) }
      if process.isRunning { process.terminate() }
      process.waitUntilExit()
      let said = try String(contentsOfFile: output, encoding: .utf8)
      let issues = said.split(separator: "\n").filter { $0.contains("recorded an issue") }.joined(separator: "\n")
      #expect(process.terminationStatus == 0, "\(issues.isEmpty ? String(said.suffix(2000)) : issues)")
      // A kernel that does not let itself be asked leaves all of them out.
      let isUnavailable = said.contains("textsOfAllowedFiltersOpenNothing() skipped")
      #expect(isUnavailable || said.contains("textsOfAllowedFiltersOpenNothing() passed"), "\(said.suffix(2000))")
    }
  }

  /// Whatever the texts of allowed options say, nothing is opened: asked of the libraries themselves, past the compiler.
  @Suite(.serialized) struct OpenWatchTests {
    static let variable = "CUTLIST_WATCHES_OPENING"
    static let isInOwnProcess = ProcessInfo.processInfo.environment[variable] != nil

    /// What a value may look like that is meant to lead elsewhere.
    private static let values = ["/nowhere/canary", "file:/nowhere/canary", "http://127.0.0.1:9/canary"]

    /// False outside of a process of its own, and where the kernel does not let itself be asked.
    private static let isAvailable = isInOwnProcess && (try? OpenWatch.calls {}) != nil

    private struct Call: Sendable, CustomStringConvertible {
      var description: String
      var work: @Sendable () -> Void
    }

    /// What of some calls opened something, and what that was.
    private func offenders(among calls: [Call]) throws -> [String: [String]] {
      var offenders: [String: [String]] = [:]
      for call in calls {
        // So that a crash tells what it was.
        FileHandle.standardError.write(Data("\(call)\n".utf8))
        let asked = try OpenWatch.calls(during: call.work)
        if !asked.isEmpty { offenders[call.description] = asked }
      }
      return offenders
    }

    // MARK: Filters

    private static func filterCalls(_ medium: FilterCatalog.Medium, isAllowed: Bool) -> [Call] {
      FilterCatalog.names(for: medium).flatMap { name -> [Call] in
        guard case .found(let facts) = FilterCatalog.finding(name, for: medium) else { return [] }
        // FFmpeg 5.1 is known to crash on other texts of these.
        let texts = facts.options.filter { _, option in
          option.kind == .text && option.gate.isRefused != isAllowed && option.gate != .share && name != "dynaudnorm"
        }.keys.sorted()
        return texts.flatMap { option in
          values.map { value in
            Call(description: "\(name)=\(option)=\(value)") {
              let call = FilterCall(name, [.init(option, value)])
              _ = medium == .picture ? FilterCatalog.trial(FilterUse(call)) : FilterCatalog.soundTrial(SoundFilterUse(call))
            }
          }
        }
      }
    }

    @Test(.enabled(if: isAvailable)) func textsOfAllowedFiltersOpenNothing() throws {
      for medium in [FilterCatalog.Medium.picture, .sound] {
        let calls = Self.filterCalls(medium, isAllowed: true)
        #expect(calls.count > 100)
        let offenders = try offenders(among: calls)
        #expect(offenders.isEmpty, "\(offenders)")
      }
    }

    /// The watch sees what the tables keep out.
    @Test(.enabled(if: isAvailable)) func theWatchSeesWhatIsRefused() throws {
      let offenders = try offenders(among: Self.filterCalls(.picture, isAllowed: false))
      for option in ["lut3d=file", "curves=psfile", "curves=plot", "deshake=filename", "vmafmotion=stats_file"] {
        #expect(offenders.keys.contains { $0.hasPrefix(option) }, "\(option): \(offenders.keys.sorted())")
      }
      let print = Call(description: "metadata") {
        _ = FilterCatalog.trial(
          FilterUse(FilterCall("metadata", [.init("mode", "print"), .init("file", "/nowhere/canary")])))
      }
      #expect(try !self.offenders(among: [print]).isEmpty)
    }

    // MARK: Encoders

    private static let size = PixelSize(width: 64, height: 64)

    /// Opens an encoder and gives it a picture or some sound.
    private static func encode(_ facts: EncoderFacts, _ option: String, _ value: String) -> Call {
      Call(description: "\(facts.name) \(option)=\(value)") {
        if facts.isVideo {
          let format = facts.pixelFormats.first { $0 == "yuv420p" } ?? facts.pixelFormats.first ?? "yuv420p"
          let settings = VideoSettings(encoder: facts.name, pixelFormat: format, options: [option: value])
          guard let encoder = try? VideoEncoder(settings, size: size, rate: FrameRate(25)),
            let frame = try? VideoFrame.solid(.black, size: size, pixelFormat: format, on: .bt709)
          else { return }
          for index in 0..<2 { _ = try? encoder.encode(frame, index: Int64(index)) }
          _ = try? encoder.finish()
        } else {
          let settings = AudioSettings(encoder: facts.name, options: [option: value])
          guard let encoder = try? AudioEncoder(settings, sampleRate: 48000, channels: 2) else { return }
          _ = try? encoder.encode([[Float]](repeating: [Float](repeating: 0.1, count: 4096), count: 2))
          _ = try? encoder.finish()
        }
      }
    }

    private static let encoders: [EncoderFacts] = LibraryInventory().entries.compactMap { entry in
      guard entry.part == .encoder, entry.refusal == nil, case .found(let facts) = EncoderCatalog.finding(entry.name)
      else { return nil }
      return facts
    }

    @Test(.enabled(if: isAvailable)) func textsOfAllowedEncodersOpenNothing() throws {
      let own = Set(AllowedEncoders.shared.gates(of: "any").keys)
      let calls = Self.encoders.flatMap { facts in
        facts.options.filter {
          $0.value.kind == .text && !$0.value.gate.isRefused && (!own.contains($0.key) || facts.name == "libx264")
        }.keys.sorted().flatMap { option in
          // Lists are gone through name by name.
          if AllowedParameters.list(of: option) != nil { return [Call]() }
          return Self.values.map { Self.encode(facts, option, $0) }
        }
      }
      #expect(calls.count > 30)
      let offenders = try offenders(among: calls)
      #expect(offenders.isEmpty, "\(offenders)")
    }

    /// Switches, too: some libraries write what they measured into a file of a name of their own.
    @Test(.enabled(if: isAvailable)) func switchesOfAllowedEncodersOpenNothing() throws {
      let calls = Self.encoders.flatMap { facts -> [Call] in
        AllowedEncoders.table.gates(of: facts.name).keys.sorted().flatMap { option -> [Call] in
          guard let known = facts.options[option], !known.gate.isRefused, known.kind != .text else { return [] }
          let values = known.named + (known.maximum - known.minimum < 20 ? ["\(Int(known.maximum))"] : [])
          return values.filter { known.gate.objection(to: $0, named: known.named) == nil }.map {
            Self.encode(facts, option, $0)
          }
        }
      }
      #expect(calls.count > 200)
      let offenders = try offenders(among: calls)
      #expect(offenders.isEmpty, "\(offenders)")
    }

    @Test(
      .enabled(if: isAvailable),
      arguments: [
        ("libx264", "x264-params"), ("libx264", "x264opts"), ("libx265", "x265-params"), ("libsvtav1", "svtav1-params"),
        ("librav1e", "rav1e-params"), ("libaom-av1", "aom-params"), ("libvpx", "ts-parameters"),
      ])
    func parametersInListsOpenNothing(encoder: String, option: String) throws {
      guard case .found(let facts) = EncoderCatalog.finding(encoder) else { return }
      let list = try #require(AllowedParameters.list(of: option))
      // Only what the gate lets pass gets as far as the library.
      let passing = list.parameters.keys.sorted().filter {
        OptionGate.list(list).objection(to: "\($0)=/nowhere/canary") == nil
      }
      #expect(!passing.isEmpty)
      let offenders = try offenders(among: passing.map { Self.encode(facts, option, "\($0)=/nowhere/canary") })
      #expect(offenders.isEmpty, "\(offenders)")
    }

    /// The watch sees what the lists keep out.
    @Test(
      .enabled(if: isAvailable),
      arguments: [
        ("libx264", "x264-params", "dump-yuv=/nowhere/canary"), ("libx264", "x264-params", "cqm=/nowhere/canary"),
        ("libx264", "x264opts", "pass=1:stats=/nowhere/canary"), ("libx265", "x265-params", "csv=/nowhere/canary"),
        ("libaom-av1", "aom-params", "film-grain-table=/nowhere/canary"),
        ("h264_omx", "omx_libname", "/nowhere/canary"),
      ])
    func theWatchSeesWhatListsRefuse(encoder: String, option: String, value: String) throws {
      guard case .found(let facts) = EncoderCatalog.finding(encoder, isTrusted: true) else { return }
      #expect(try !offenders(among: [Self.encode(facts, option, value)]).isEmpty)
    }
  }
#endif
