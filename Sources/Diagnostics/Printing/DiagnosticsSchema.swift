/// The JSON Schema (draft 2020-12) of what `JSONPrinter` writes.
package let diagnosticsSchema = #"""
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "urn:cutlist:diagnostics",
    "title": "cutlist diagnostics",
    "description": "What `cutlist check --format json` prints.",
    "type": "object",
    "properties": {
      "version": { "const": 1, "description": "Of this form. It changes where a program that reads it would have to." },
      "diagnostics": { "type": "array", "items": { "$ref": "#/$defs/diagnostic" } },
      "unread": {
        "description": "The documents that could not be read. Missing if all could be.",
        "type": "array",
        "items": {
          "type": "object",
          "properties": { "file": { "type": "string" }, "reason": { "type": "string" } },
          "required": ["file", "reason"],
          "additionalProperties": false
        }
      },
      "summary": {
        "description": "How many there are of each severity.",
        "type": "object",
        "properties": {
          "errors": { "type": "integer", "minimum": 0 },
          "warnings": { "type": "integer", "minimum": 0 },
          "remarks": { "type": "integer", "minimum": 0 }
        },
        "required": ["errors", "warnings", "remarks"],
        "additionalProperties": false
      }
    },
    "required": ["version", "diagnostics", "summary"],
    "additionalProperties": false,
    "$defs": {
      "diagnostic": {
        "description": "One problem.",
        "type": "object",
        "properties": {
          "rule": {
            "type": "string", "pattern": "^[a-z]+(-[a-z]+)*$",
            "description": "The name of the rule, which `cutlist explain` explains. A name is never used for another."
          },
          "severity": { "enum": ["error", "warning", "remark"] },
          "message": { "type": "string", "description": "A clause for people. Its wording may change." },
          "place": { "$ref": "#/$defs/place", "description": "Missing where there is no text that it is about." },
          "notes": {
            "description": "What else has to do with it.",
            "type": "array",
            "items": {
              "type": "object",
              "properties": { "message": { "type": "string" }, "place": { "$ref": "#/$defs/place" } },
              "required": ["message"],
              "additionalProperties": false
            }
          },
          "fixes": {
            "description": "Ways to mend it, each by itself. One without edits is advice in words.",
            "type": "array",
            "items": { "$ref": "#/$defs/fix" }
          }
        },
        "required": ["rule", "severity", "message", "notes", "fixes"],
        "additionalProperties": false
      },
      "fix": {
        "type": "object",
        "properties": {
          "title": { "type": "string", "description": "What will change." },
          "safety": {
            "enum": ["safe", "unsafe"],
            "description": "Whether what comes out is surely meant. Advice in words has none."
          },
          "edits": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "place": { "$ref": "#/$defs/place" },
                "text": { "type": "string", "description": "What is to stand there instead." }
              },
              "required": ["place", "text"],
              "additionalProperties": false
            }
          }
        },
        "required": ["title", "edits"],
        "additionalProperties": false
      },
      "place": {
        "description": "A half-open range of a text.",
        "type": "object",
        "properties": {
          "file": { "type": "string", "description": "The path as it was given, `<stdin>` for standard input." },
          "line": { "type": "integer", "minimum": 1 },
          "column": { "type": "integer", "minimum": 1, "description": "In characters, as an editor shows them." },
          "endLine": { "type": "integer", "minimum": 1 },
          "endColumn": { "type": "integer", "minimum": 1, "description": "Of the first character behind it." },
          "offset": { "type": "integer", "minimum": 0, "description": "In bytes of UTF-8." },
          "endOffset": { "type": "integer", "minimum": 0 }
        },
        "required": ["file", "line", "column", "endLine", "endColumn", "offset", "endOffset"],
        "additionalProperties": false
      }
    }
  }

  """#
