/// Where the clips lie: in the folder that the environment variable CUTLIST_CLIPS names, or beside the project in
/// shared/media. Without them their tests are left out.
package enum RealClips {
  package static let names = [
    "bigbuckbunny.mp4", "bbb_0_30.webm", "bbb_642.webm", "bt601.mov", "editlist_shift.mp4", "phone_editlist.mp4",
    "rot270.mp4", "rotate_reflect.mp4", "sample_portrait.mp4", "slowmo.mp4",
  ]

  private static let folder = SharedFolder("media", variable: "CUTLIST_CLIPS")

  package static func path(_ name: String) -> String { folder.path(name) }
  package static var areThere: Bool { names.allSatisfy(folder.holds) }
}
