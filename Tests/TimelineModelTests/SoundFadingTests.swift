import Testing
import TimelineModel

/// What is forgotten after ten seconds, and what rings on.
@Suite struct SoundFadingTests {
  @Test(arguments: [
    "bandpass f=440 width_type=h w=0.02", "allpass f=440 t=h width=0.02", "bandpass frequency=440 t=q w=1000",
    "equalizer f=1000 t=o w=0.0005 g=6", "equalizer f=1000 t=h w=3 g=60", "highpass f=0.02", "lowpass f=0.05 p=1",
    "highpass f=2*40", "bass f=0.1", "allpass f=1", "treble t=s w=3", "lowpass t=x",
    "asubboost decay=1 feedback=1 delay=100", "asubboost decay=0.99 delay=100 feedback=0.02", "lowshelf f=20 t=s w=0.000001 g=20",
    "equalizer f=20 t=s w=0.000001 g=20", "asubcut cutoff=2", "asuperpass centerf=100 qfactor=100",
    "adeclick", "adeclip", "aecho in_gain=1",
  ])
  func whatRingsOn(call: String) { #expect(memory(call) == .whole) }

  @Test(arguments: [
    "bandpass f=440", "bandpass f=440 t=h w=1", "allpass f=440", "equalizer f=1000 t=q w=10 g=12", "highpass f=80",
    "highpass f=10 p=1", "lowpass", "bass g=6", "treble g=-12 t=s w=0.5", "asubboost", "asubcut", "asupercut",
    "asuperpass centerf=1000 qfactor=5", "volume volume=0.5", "pan args=mono|c0=c0",
  ])
  func whatFades(call: String) { #expect(memory(call) == .fading) }

  private func memory(_ call: String) -> SoundEffect.Memory {
    let words = call.split(separator: " ").map(String.init)
    let options = words.dropFirst().map { word in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      return FilterCall.Option(parts[0], parts[1])
    }
    return SoundEffect.call(FilterCall(words[0], options)).memory
  }

  @Test func ownEffects() {
    func filter(_ frequency: Double, _ quality: Double, gain: Double = 1) -> SoundEffect.Memory {
      SoundEffect.filter(.init(.peak, frequency: frequency, gain: gain, quality: quality)).memory
    }
    #expect(filter(1000, 10) == .fading && filter(20, 0.1) == .fading && filter(10, 0.707) == .fading)
    #expect(filter(10, 100) == .whole && filter(100, 100, gain: 100) == .whole)
    func release(_ seconds: Double) -> [SoundEffect.Memory] {
      [
        SoundEffect.compressor(.init(threshold: 0.1, ratio: 4, attack: 0.01, release: seconds, makeup: 1)).memory,
        SoundEffect.gate(.init(threshold: 0.1, floor: 0, attack: 0.01, hold: 0, release: seconds)).memory,
      ]
    }
    #expect(release(1) == [.fading, .fading] && release(2) == [.whole, .whole])
  }
}
