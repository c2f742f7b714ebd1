/// What `cutlist` tells the shell.
enum ExitStatus: Int32, Error {
  case done = 0
  case documentHasErrors = 1
  case commandLineIsWrong = 2
  case workFailed = 3
  case cancelled = 130
}
