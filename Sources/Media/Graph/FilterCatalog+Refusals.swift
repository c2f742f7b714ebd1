extension FilterCatalog {
  /// Filters that are none by their names, and why.
  static let refused: [String: String] = {
    var reasons: [String: String] = [:]
    func refuse(_ names: [String], _ reason: String) { for name in names { reasons[name] = reason } }
    refuse(
      ["reverse", "loop", "trim", "setpts", "settb", "tpad", "shuffleframes", "freezeframes", "dejudder"],
      "it changes when pictures show; `source`, `speed` and `freeze` do")
    refuse(
      ["fps", "framestep", "framerate", "minterpolate"],
      "it changes how many pictures there are in a second; the `rate` of the canvas does, with `frames` and `speed`")
    refuse(["select", "decimate", "mpdecimate", "thumbnail"], "it leaves pictures out; `source` does")
    refuse(
      [
        "telecine", "detelecine", "pullup", "fieldmatch", "repeatfields", "separatefields", "weave", "doubleweave",
        "interlace", "tinterlace",
      ], "it makes other pictures of fields than those that it gets; `deinterlace` makes one of each")
    refuse(["tile", "palettegen"], "it makes one picture of several")
    refuse(["untile"], "it makes several pictures of one")
    refuse(["drawtext"], "it interprets its text and reads files; write a title")
    refuse(["ass", "subtitles"], "it reads files")
    refuse(["frei0r", "libplacebo"], "it loads programs of its own")
    refuse(["dnn_classify", "dnn_detect", "dnn_processing", "sr", "derain", "nnedi"], "it reads a model from a file")
    refuse(["find_rect", "cover_rect", "removelogo"], "it reads a picture from a file")
    refuse(["vidstabdetect", "vidstabtransform"], "it keeps what it knows in a file; `stabilise` does without")
    refuse(["fieldhint"], "it reads a file")
    refuse(["sendcmd", "zmq"], "it takes orders from elsewhere")
    refuse(["bench", "cue", "graphmonitor", "realtime"], "it looks at the clock")
    refuse(["random", "perms"], "it gives another result every time")
    refuse(["buffersink", "format", "noformat", "fifo", "hwdownload"], "it does nothing to a picture")
    refuse(
      ["areverse", "aloop", "atrim", "asetpts", "asettb", "apad", "aselect", "silenceremove"],
      "it changes when sound is heard; `source`, `reverse` and `loop` do")
    refuse(["atempo", "asetrate", "aresample"], "it changes how long sound lasts; `speed` and `pitch` do")
    refuse(["ladspa", "lv2"], "it loads programs of its own")
    refuse(["arnndn"], "it reads a model from a file")
    refuse(["sofalizer"], "it reads a file")
    refuse(["asr"], "it reads a model from a file")
    refuse(["asendcmd", "azmq"], "it takes orders from elsewhere")
    refuse(["abench", "acue", "agraphmonitor", "arealtime"], "it looks at the clock")
    refuse(["aperms"], "it gives another result every time")
    refuse(
      [
        "abuffersink", "acopy", "aformat", "afifo", "alatency", "ametadata", "anull", "asetnsamples", "ashowinfo",
        "asidedata", "aspectralstats", "astats",
        "drmeter", "ebur128", "replaygain", "silencedetect", "volumedetect",
      ], "it does nothing to a sound")
    return reasons
  }()
}
