import CFFmpeg

/// What an encoder is told of what goes into it, which is not its options' to change.
struct StreamMeaning: Hashable {
  private let numbers: [Int64]

  init(_ context: UnsafeMutablePointer<AVCodecContext>) {
    let told = context.pointee
    func option(_ name: String) -> Int64? {
      var value: Int64 = 0
      return av_opt_get_int(context, name, 0, &value) >= 0 && value != 0 ? value : nil
    }
    let aspect = told.sample_aspect_ratio
    let picture = [
      told.width, told.height, told.pix_fmt.rawValue, told.time_base.num, told.time_base.den,
      aspect.num == aspect.den ? 0 : aspect.num, aspect.num == aspect.den ? 0 : aspect.den,
    ]
    let colors = [
      told.colorspace.rawValue, told.color_range.rawValue, told.color_primaries.rawValue, told.color_trc.rawValue,
    ]
    let layout = told.ch_layout
    let ownMask = layout.order == AV_CHANNEL_ORDER_NATIVE ? Int64(bitPattern: layout.u.mask) : 0
    numbers =
      picture.map { Int64($0) } + colors.map { Int64($0) } + [
        Int64(told.sample_rate), Int64(told.sample_fmt.rawValue),
        // Two options are older than the field that is used.
        option("ac") ?? Int64(layout.nb_channels), option("channel_layout") ?? ownMask,
      ]
  }
}
