extension FilterCatalog {
  /// Filters that are none by their names, and why.
  static let refused: [String: (refusal: Refusal, words: String)] = {
    var reasons: [String: (Refusal, String)] = [:]
    /// The reason's own words, unless there are better ones.
    func refuse(_ names: [String], _ refusal: Refusal, _ words: String? = nil) {
      for name in names { reasons[name] = (refusal, words ?? refusal.words) }
    }
    refuse(
      ["reverse", "loop", "trim", "setpts", "settb", "tpad", "shuffleframes", "freezeframes", "dejudder"],
      .changesTiming, "it changes when pictures show; `source`, `speed` and `freeze` do")
    refuse(
      ["fps", "framestep", "framerate", "minterpolate"],
      .changesTiming,
      "it changes how many pictures there are in a second; the `rate` of the canvas does, with `frames` and `speed`")
    refuse(["select", "decimate", "mpdecimate", "thumbnail"], .changesTiming, "it leaves pictures out; `source` does")
    refuse(
      [
        "telecine", "detelecine", "pullup", "fieldmatch", "repeatfields", "separatefields", "weave", "doubleweave",
        "interlace", "tinterlace",
      ], .changesTiming, "it makes other pictures of fields than those that it gets; `deinterlace` makes one of each")
    refuse(["tile", "palettegen"], .changesTiming, "it makes one picture of several")
    refuse(["untile"], .changesTiming, "it makes several pictures of one")
    refuse(["drawtext"], .opensFiles, "it interprets its text and reads files; write a title")
    refuse(["ass", "subtitles"], .opensFiles)
    refuse(["frei0r", "libplacebo"], .loadsCode)
    refuse(["dnn_classify", "dnn_detect", "dnn_processing", "sr", "derain", "nnedi"], .opensFiles, "it reads a model from a file")
    refuse(["find_rect", "cover_rect", "removelogo"], .opensFiles, "it reads a picture from a file")
    refuse(["vidstabdetect", "vidstabtransform"], .writesFiles, "it keeps what it knows in a file; `stabilise` does without")
    refuse(["fieldhint"], .opensFiles)
    refuse(["sendcmd", "zmq"], .takesOrders)
    refuse(["bench", "cue", "graphmonitor", "realtime"], .waits)
    refuse(["random", "perms"], .isRandom)
    refuse(["buffersink", "format", "noformat", "fifo", "hwdownload"], .changesNothing, "it does nothing to a picture")
    refuse(
      ["areverse", "aloop", "atrim", "asetpts", "asettb", "apad", "aselect", "silenceremove"],
      .changesTiming, "it changes when sound is heard; `source`, `reverse` and `loop` do")
    refuse(["atempo", "asetrate", "aresample"], .changesTiming, "it changes how long sound lasts; `speed` and `pitch` do")
    refuse(["ladspa", "lv2"], .loadsCode)
    refuse(["arnndn"], .opensFiles, "it reads a model from a file")
    refuse(["sofalizer"], .opensFiles)
    refuse(["asr"], .opensFiles, "it reads a model from a file")
    refuse(["asendcmd", "azmq"], .takesOrders)
    refuse(["abench", "acue", "agraphmonitor", "arealtime"], .waits)
    refuse(["aperms"], .isRandom)
    refuse(
      [
        "abuffersink", "acopy", "aformat", "afifo", "alatency", "ametadata", "anull", "asetnsamples", "ashowinfo",
        "asidedata", "aspectralstats", "astats",
        "drmeter", "ebur128", "replaygain", "silencedetect", "volumedetect",
      ], .changesNothing, "it does nothing to a sound")
    return reasons
  }()
}
