import Checker
package import Diagnostics
import Syntax

/// A page for every id that compiling a document can report.
package let compilerPages: [DiagnosticPage] =
  DiagnosticPage.syntaxPages + DiagnosticPage.documentPages + DiagnosticPage.resolutionPages
  + DiagnosticPage.exportPages + DiagnosticPage.effectPages + DiagnosticPage.allowPages
  + Rule.catalogue.map(\.page)
