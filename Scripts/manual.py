#!/usr/bin/env python3
"""Writes the manual from the tree of commands: cutlist --experimental-dump-help | manual.py FOLDER

One page for the program and one for each command, for section 1.
"""
import json
import re
import sys
from pathlib import Path


def escaped(text):
    """Text as troff takes it, one sentence's markup included: `code` becomes bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    return re.sub(r"(?m)^\.", r"\\\&.", text)


def name(option):
    return {"long": "--", "longWithSingleDash": "-", "short": "-"}[option["kind"]] + option["name"]


def value(argument):
    return "" if argument["kind"] == "flag" else argument.get("valueName", "value").upper()


def signature(argument):
    if argument["kind"] == "positional":
        return "\\fI" + escaped(value(argument)) + "\\fR" + (" ..." if argument.get("isRepeating") else "")
    names = ", ".join("\\fB" + escaped(name(each)) + "\\fR" for each in argument.get("names", []))
    return names + (" \\fI" + escaped(value(argument)) + "\\fR" if value(argument) else "")


def synopsis(path, command):
    words = ["\\fB" + escaped(" ".join(path)) + "\\fR"]
    for argument in visible(command):
        if argument["kind"] == "positional":
            word = signature(argument)
        else:
            word = "\\fB" + escaped(name(argument["preferredName"])) + "\\fR"
            if value(argument):
                word += " \\fI" + escaped(value(argument)) + "\\fR"
        words.append(f"[{word}]" if argument.get("isOptional") else word)
    if command.get("subcommands"):
        words.append("\\fICOMMAND\\fR ...")
    return "\n".join(words)


def visible(command):
    return [each for each in command.get("arguments", []) if each.get("shouldDisplay", True)]


def sentence(text):
    return text[0].lower() + text[1:].rstrip(".") if text else ""


def page(path, command, version):
    lines = [
        f'.TH "{"-".join(path).upper()}" 1 "" "cutlist {version}" "cutlist"',
        ".SH NAME",
        f"{escaped('-'.join(path))} \\- {escaped(sentence(command.get('abstract', '')))}",
        ".SH SYNOPSIS",
        synopsis(path, command),
    ]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", escaped(command["discussion"].strip())]
    for heading, kinds in [("ARGUMENTS", ["positional"]), ("OPTIONS", ["option", "flag"])]:
        arguments = [each for each in visible(command) if each["kind"] in kinds]
        if not arguments:
            continue
        lines.append(f".SH {heading}")
        for argument in arguments:
            text = argument.get("abstract", "")
            if argument.get("discussion"):
                text += "\n\n" + argument["discussion"]
            if argument.get("defaultValue"):
                text += f" (unless said: {argument['defaultValue']})"
            lines += [".TP", signature(argument), escaped(text) or "\\&"]
    if len(path) == 1:
        for heading, entries in [("EXIT STATUS", STATUSES), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)]:
            lines.append(f".SH {heading}")
            for name, meaning in entries:
                lines += [".TP", f"\\fB{escaped(name)}\\fR", escaped(meaning)]
    commands = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    if commands:
        lines.append(".SH COMMANDS")
        for each in commands:
            lines += [".TP", f"\\fB{escaped(each['commandName'])}\\fR", escaped(each.get("abstract", ""))]
        pages = [f".BR {escaped('-'.join(path + [each['commandName']]))} (1)" for each in commands]
        lines += [".SH SEE ALSO", ",\n".join(pages)]
    elif len(path) > 1:
        lines += [".SH SEE ALSO", f".BR {escaped('-'.join(path[:-1]))} (1)"]
    return "\n".join(lines) + "\n"


STATUSES = [
    ("0", "All went well."),
    ("1", "A document has errors, or differs where that was asked."),
    ("2", "The command line is wrong, or names a document that is not there."),
    ("3", "The work failed: the system refused something, or a source is damaged or has changed meanwhile."),
    ("130", "It was cancelled by a signal."),
]
ENVIRONMENT = [
    ("NO_COLOR", "If set, nothing is coloured, unless --color or FORCE_COLOR says so."),
    ("FORCE_COLOR, CLICOLOR_FORCE", "If set, and not to 0, text is coloured wherever it goes."),
    ("TERM", "A terminal called dumb is given neither colours nor lines that are written over."),
    ("COLUMNS", "The width for tables where standard output is no terminal."),
    ("XDG_CACHE_HOME, HOME", "Where the store is, in cutlist below the first, or in .cache/cutlist below the second."),
    ("CUTLIST_STORE_LIMIT", "How large the store may grow, such as 2G."),
    ("TMPDIR", "Where temporary files go; /tmp unless said."),
    ("MAKEFLAGS", "Tells of the jobs that Make hands out, which encoders take part in."),
    ("FONTCONFIG_FILE, FONTCONFIG_PATH", "Where fontconfig finds out which fonts there are."),
]
FILES = [(".cutlist.yaml", "How loud rules are for the documents in its folder and below; see docs/configuration.md.")]


def write(folder, path, command, version):
    (folder / f"{'-'.join(path)}.1").write_text(page(path, command, version))
    for each in command.get("subcommands", []):
        if each["commandName"] != "help":
            write(folder, path + [each["commandName"]], each, version)


def main(folder, version):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    command = json.load(sys.stdin)["command"]
    write(folder, [command["commandName"]], command, version)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
