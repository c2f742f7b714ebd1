"""What people do to a document while they write it, and what JSON is not."""

import json
import random
import re

import trees

PIECES = [
    "\t", " ", "  ", "\n", "\r\n", "\r", "\u00a0", "：", "，", "\u2003", "\ufeff", "\0", "\x85", "\u2028", "'", '"', "#", " #", ": ", ":", "- ", "-", "? ", "{", "}", "[", "]", ",",
    "|", ">", "&a ", "*a", "!!str ", "!", "%", "@", "`", "~", "null", "<<: *a", "---\n", "...\n", "${", "}", "${a}", "..", "//", "/* */", "\\", "é", "映", "👩‍🚀", "=",
]
NOT_JSON = [
    ",", ",,", "'a'", "// a\n", "/* a */", "# a\n", "NaN", "Infinity", "-Infinity", "+1", "01", ".5", "1.", "0x1F", "1_000", "1e", "1e+", "--1", "True", "None", "undefined", "nul", '"\\x"', '"\\u12"', '"\\u00zz"',
    '"\t"', '"\n"', '"\x01"', '"\\', "\v", "\f", "\u00a0", "\ufeff", "\u2028", "]", "}", "{", "[", ":", "a", "&a ", "*a", "!!str ", "- a\n", "? a", "a: 1", '"a" "b"', '"a"', '"a":', "\\", "\0", "\x85", "1 2",
]
STILL_JSON = [" ", "\n", "\r\n", "\r", "\t", "1e2", "-0", "1E-2", "0.5e+1", '"\\u00e9"', '"\\ud83d\\ude00"', '"\\/"', '"\x7f"', '"\u2028"', "true", "null", "[]", "{}", '"x-a"']


def slip(rng: random.Random, text: str) -> str:
    """The text with one slip, of the kinds that people make."""
    lines = text.split("\n")
    number = rng.randrange(len(lines))
    line = lines[number]
    at = rng.randrange(len(line) + 1)
    what = rng.randrange(14)
    if what == 0:
        del lines[number]
    elif what == 1:
        lines.insert(number, line)
    elif what == 2:
        lines[number] = line[: at - 1] + line[at : at + 1] + line[at - 1 : at] + line[at + 1 :] if at else line
    elif what == 3:
        lines[number] = line[:at] + line[at + 1 :]
    elif what == 4:
        lines[number] = line[:at] + line[at : at + 1] + line[at:]
    elif what == 5:
        lines[number] = " " * rng.choice([1, 2]) + line if rng.random() < 0.5 else line[rng.choice([1, 2]) :]
    elif what == 6:
        lines[number] = line[:at] + rng.choice(PIECES) + line[at:]
    elif what == 7:  # one word is another one of the same document
        words = list(re.finditer(r"[\w.#%-]+", text))
        if words:
            one, other = rng.choice(words), rng.choice(words).group()
            return text[: one.start()] + other + text[one.end() :]
    elif what == 8:
        other = rng.randrange(len(lines))
        lines[number], lines[other] = lines[other], lines[number]
    elif what == 9:
        lines[number] = line.replace(": ", rng.choice([":", " : ", "= ", ": : ", "： "]), 1)
    elif what == 10:
        lines[number] = re.sub(r"['\"{}\[\],]", "", line, count=rng.choice([1, 1, 9]))
    elif what == 11:
        lines[number] = line[:at]
    elif what == 12:
        return text[: rng.randrange(len(text) + 1)]
    else:  # a value is gone, or another
        lines[number] = re.sub(r":.*", rng.choice([":", ": ~", ": []", ": {}", ": [ ~ ]", ": ''", ": 1", ": -1s", ": true"]), line)
    return "\n".join(lines)


def as_json(rng: random.Random, text: str) -> str | None:
    """The same document as JSON; nil where it cannot be read."""
    tree = trees.read(text)
    if not isinstance(tree, dict):
        return None
    tree = typed(tree)
    return json.dumps(tree, indent=rng.choice([None, 2]), ensure_ascii=rng.random() < 0.3)


def typed(tree: object) -> object:
    """Numbers and truth values as what they are."""
    if isinstance(tree, dict):
        return {key: typed(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [typed(value) for value in tree]
    if isinstance(tree, str) and re.fullmatch(r"-?(0|[1-9]\d{0,8})(\.\d{1,6})?", tree):
        return json.loads(tree)
    return {"true": True, "false": False, "null": None, "~": None}.get(tree, tree) if isinstance(tree, str) else tree


def slip_in_json(rng: random.Random, text: str) -> str:
    """JSON with a piece put in, taken out or replaced, so that some of it is JSON still."""
    tokens = list(re.finditer(r'"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*|\w+|[{}\[\],:]', text))
    if not tokens:
        return text
    one = rng.choice(tokens)
    piece = rng.choice(STILL_JSON if rng.random() < 0.35 else NOT_JSON)
    what = rng.randrange(4)
    if what == 0:
        return text[: one.start()] + piece + text[one.start() :]
    if what == 1:
        return text[: one.start()] + piece + text[one.end() :]
    if what == 2:
        return text[: one.start()] + text[one.end() :]
    at = rng.randrange(len(text) + 1)
    return text[:at] + piece.strip('"') + text[at:]


def is_json(data: bytes) -> bool | None:
    """Whether it is JSON by RFC 8259; nil where readers may differ."""
    if data.startswith(b"\xef\xbb\xbf"):
        return None

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(data.decode(), parse_constant=refuse, parse_int=str, parse_float=str)
    except RecursionError:
        return None
    except ValueError:
        return False
    return True
