"""Documents of every kind that can be made long, by how many of its things there are."""

from typing import Callable, NamedTuple

HEAD = "timeline: 1\ncanvas: { size: 160x90, rate: 25 }\n"
COLOR = "{ clip: { color: navy }, duration: 1s }"


class Kind(NamedTuple):
    title: str
    # How many there are in the shorter of the two documents that are compared.
    count: int
    text: Callable[[int], str]
    ending: str = "yaml"


def listed(count: int, element: Callable[[int], str]) -> str:
    return "[ " + ", ".join(map(element, range(count))) + " ]"


def named(count: int, entry: Callable[[int], str]) -> str:
    return "{ " + ", ".join(map(entry, range(count))) + " }"


def track(segments: str, more: str = "") -> str:
    return f"tracks: [ {{ kind: video, {more}segments: {segments} }} ]\n"


def one(seconds: int = 1) -> str:
    return track(f"[ {{ clip: {{ color: navy }}, duration: {seconds}s }} ]")


def tracks(kind: str = "video") -> Callable[[int], str]:
    return lambda n: HEAD + f"tracks: {listed(n, lambda i: f'{{ kind: {kind}, segments: [ {COLOR} ] }}')}\n"


def titles(keys: Callable[[int], str]) -> Callable[[int], str]:
    return lambda n: HEAD + one(n) + f"titles: {listed(n, lambda i: f'{{ {keys(i)} }}')}\n"


def chain(n: int) -> str:
    """Segments on tracks of their own, each beginning where the one before ends."""
    def element(i: int) -> str:
        at = f"at: a{i - 1}.end, " if i else ""
        return f"{{ kind: video, segments: [ {{ id: a{i}, {at}clip: {{ color: navy }}, duration: 1s }} ] }}"

    return HEAD + f"tracks: {listed(n, element)}\n"


def title_chain(n: int) -> str:
    """Titles whose times lead from one to the next, the first one last."""
    element = lambda i: f"{{ id: a{i}, rectangle: [1, 1], over: " + (f"a{i + 1}.start.." if i + 1 < n else "0s..") + "+1s }"
    return HEAD + one(3) + f"titles: {listed(n, element)}\n"


def nested(opening: str, closing: str) -> Callable[[int], str]:
    return lambda n: HEAD + "x-deep: " + opening * n + "1" + closing * n + "\n" + one()


def bomb(n: int) -> str:
    """Anchors, each of which holds the one before it ten times."""
    lines = ["x-0: &a0 [1,1,1,1,1,1,1,1,1,1]"]
    lines += [f"x-{i}: &a{i} [{','.join([f'*a{i - 1}'] * 10)}]" for i in range(1, n)]
    return HEAD + "\n".join(lines) + "\n" + one()


def aliases(n: int) -> str:
    """One anchor that is used often."""
    return HEAD + "x-one: &one " + COLOR + "\n" + track(listed(n, lambda i: "*one"))


def anchors(n: int) -> str:
    """Anchors that are used once each."""
    return (
        HEAD + f"x-all: {listed(n, lambda i: f'&a{i} navy')}\n"
        + track(listed(n, lambda i: f"{{ clip: {{ color: *a{i} }}, duration: 1s }}"))
    )


def ramp(i: int) -> str:
    return f"{{ over: {i}s..{i + 1}s, from: 0.{i % 9}, to: 0.{(i + 1) % 9} }}"


def step(i: int) -> str:
    return f"{{ at: {i}s, set: 0.{i % 9 + 1} }}"


def duck(i: int) -> str:
    return "{ under: b, to: 0.5 }"


KINDS: dict[str, Kind] = {
    # What plays.
    "tracks": Kind("tracks", 10_000, tracks()),
    "audio-tracks": Kind("tracks of sound", 10_000, tracks("av")),
    "segments": Kind("segments", 10_000, lambda n: HEAD + track(listed(n, lambda i: COLOR))),
    "gaps": Kind("segments and gaps", 10_000, lambda n: HEAD + track(listed(n, lambda i: f"{{ gap: 1s }}, {COLOR}"))),
    "named-segments": Kind(
        "segments with names", 10_000,
        lambda n: HEAD + track(listed(n, lambda i: f"{{ id: s{i}, clip: {{ color: navy }}, duration: 1s }}")),
    ),
    "placed-segments": Kind(
        "segments with a place", 10_000,
        lambda n: HEAD + track(listed(n, lambda i: f"{{ at: {2 * i}s, clip: {{ color: navy }}, duration: 1s }}")),
    ),
    "overlapping-segments": Kind(
        "segments that overlap", 10_000,
        lambda n: HEAD + track(listed(n, lambda i: f"{{ at: {i}f, clip: {{ color: navy }}, duration: 1s }}")),
    ),
    "transitions": Kind(
        "transitions", 10_000,
        lambda n: HEAD + track(listed(n, lambda i: "{ clip: { color: navy }, duration: 4s, transition: { dissolve: 1s } }" if i else COLOR)),
    ),
    "missing": Kind("clips that are missing", 10_000, lambda n: HEAD + track(listed(n, lambda i: f"{{ clip: nope{i}.mp4 }}"))),
    "no-assets": Kind("clips that are no assets", 10_000, lambda n: HEAD + track(listed(n, lambda i: f"{{ clip: nope{i} }}"))),
    "assets": Kind(
        "assets", 10_000,
        lambda n: HEAD + f"assets: {named(n, lambda i: f'a{i}: {{ color: navy }}')}\n"
        + track(listed(n, lambda i: f"{{ clip: a{i}, duration: 1s }}")),
    ),
    "unused-assets": Kind(
        "assets that nothing plays", 10_000,
        lambda n: HEAD + f"assets: {named(n, lambda i: f'a{i}: {{ color: navy }}')}\n" + one(),
    ),
    "near-assets": Kind(
        "assets, and as many slips of the pen", 5_000,
        lambda n: HEAD + f"assets: {named(n, lambda i: f'asset-{i}: {{ color: navy }}')}\n"
        + track(listed(n, lambda i: f"{{ clip: aset-{i}, duration: 1s }}")),
    ),
    "long-names": Kind(
        "a slip of the pen in a long name, by its letters", 100_000,
        lambda n: HEAD + f"assets: {{ {'a' * n}: {{ color: navy }} }}\n" + track(f"[ {{ clip: {'a' * n}b, duration: 1s }} ]"),
    ),
    "staggered-tracks": Kind(
        "tracks that begin one after another and last", 2_000,
        lambda n: HEAD + f"tracks: {listed(n, lambda i: f'{{ kind: video, segments: [ {{ at: {i}f, clip: {{ color: navy }}, duration: {n}s }} ] }}')}\n",
    ),
    "chain": Kind("segments that begin where another ends", 5_000, chain),
    "title-chain": Kind("titles that begin where the next begins", 5_000, title_chain),
    "references": Kind(
        "times that name one segment", 10_000,
        lambda n: HEAD + track(f"[ {{ id: a, clip: {{ color: navy }}, duration: {n}s }} ]")
        + f"titles: {listed(n, lambda i: '{ rectangle: [1, 1], over: a.start..a.end }')}\n",
    ),
    "sums": Kind(
        "terms of one time", 10_000,
        lambda n: HEAD + one() + f"titles: [ {{ rectangle: [1, 1], over: 0s..1s{' + 1f - 1f' * n} }} ]\n",
    ),
    "image-effects": Kind(
        "effects of one segment", 10_000,
        lambda n: HEAD + track(f"[ {{ clip: {{ color: navy }}, duration: 1s, effects: {listed(n, lambda i: '{ saturation: 0.5 }')} }} ]"),
    ),
    "sound-effects": Kind(
        "effects on sound", 10_000,
        lambda n: HEAD + f"tracks: [ {{ kind: av, sound: {{ effects: {listed(n, lambda i: '{ pan: 0.1 }')} }}, segments: [ {COLOR} ] }} ]\n",
    ),
    "ducks": Kind(
        "ducks of one track", 5_000,
        lambda n: HEAD + f"tracks: [ {{ id: a, kind: av, duck: {listed(n, duck)}, segments: [ {COLOR} ] }}, {{ id: b, kind: av, segments: [ {COLOR} ] }} ]\n",
    ),
    # Values in time.
    "ramps": Kind(
        "ramps of one value", 10_000,
        lambda n: HEAD + track(f"[ {{ clip: {{ color: navy }}, duration: {n}s, opacity: {listed(n, ramp)} }} ]"),
    ),
    "steps": Kind(
        "steps of one value", 10_000,
        lambda n: HEAD + track(f"[ {{ clip: {{ color: navy }}, duration: {n}s, opacity: {listed(n, step)} }} ]"),
    ),
    "keys": Kind(
        "keys of one value", 10_000,
        lambda n: HEAD + track(f"[ {{ clip: {{ color: navy }}, duration: {n}s, scale: {{ keys: {named(n, lambda i: f'{i}s: 0.{i % 9 + 1}')} }} }} ]"),
    ),
    "track-keys": Kind(
        "keys of a track's value over as many segments", 5_000,
        lambda n: HEAD + track(listed(n, lambda i: COLOR), f"opacity: {{ keys: {named(n, lambda i: f'{i}s: 0.{i % 9 + 1}')} }}, "),
    ),
    "title-keys": Kind(
        "keys of a title's value", 10_000,
        lambda n: HEAD + one(n) + f"titles: [ {{ rectangle: [1, 1], position: {{ keys: {named(n, lambda i: f'{i}s: [{i % 160}, 1]')} }} }} ]\n",
    ),
    "speeds": Kind(
        "steps of a speed", 5_000,
        lambda n: HEAD + "x-: 1\n" + track(f"[ {{ clip: nope.mp4, duration: {n}s, speed: {listed(n, lambda i: f'{{ at: {i}s, set: 1.{i % 9} }}')} }} ]"),
    ),
    # Titles.
    "titles": Kind("titles", 5_000, titles(lambda i: f"text: Title {i}, over: {i}s..{i + 1}s")),
    "same-titles": Kind("titles at one time", 5_000, titles(lambda i: f"text: a, over: 0s..1s")),
    "shapes": Kind("shapes at one time", 5_000, titles(lambda i: f"rectangle: [1, 1], over: 0s..1s")),
    "late-titles": Kind("titles past the end", 5_000, lambda n: HEAD + one() + f"titles: {listed(n, lambda i: f'{{ text: a, over: {i}s..{i + 2}s }}')}\n"),
    "layers": Kind(
        "layers of one title", 5_000,
        lambda n: HEAD + one() + f"titles: [ {{ rectangle: [1, 1], layers: {listed(n, lambda i: '{ ellipse: [1, 1] }')} }} ]\n",
    ),
    "parts": Kind(
        "parts of one text", 5_000,
        lambda n: HEAD + one() + f"titles: [ {{ text: {listed(n, lambda i: f'{{ text: word, style: {{ size: {i % 20 + 8} }} }}')}, width: 100% }} ]\n",
    ),
    "styles": Kind(
        "styles", 5_000,
        lambda n: HEAD + one(n) + f"styles: {named(n, lambda i: f's{i}: {{ size: 10% }}')}\n"
        + f"titles: {listed(n, lambda i: f'{{ text: a, style: s{i}, over: {i}s..+1s }}')}\n",
    ),
    "near-styles": Kind(
        "styles, and as many slips of the pen", 5_000,
        lambda n: HEAD + one(n) + f"styles: {named(n, lambda i: f'style-{i}: {{ size: 10% }}')}\n"
        + f"titles: {listed(n, lambda i: f'{{ text: a, style: styl-{i}, over: {i}s..+1s }}')}\n",
    ),
    "text": Kind("letters of a title, in KB", 1_000, lambda n: HEAD + one() + f"titles: [ {{ text: \"{'word ' * (n * 200)}\", width: 100% }} ]\n"),
    "lines": Kind("lines of a title", 20_000, lambda n: HEAD + one() + "titles:\n  - text: |\n" + "      line\n" * n),
    "word": Kind("letters of a word", 100_000, lambda n: HEAD + one() + f"titles: [ {{ text: {'a' * n}, width: 50% }} ]\n"),
    "marks": Kind("combining marks on one letter", 20_000, lambda n: HEAD + one() + f"titles: [ {{ text: \"a{chr(0x301) * n}\" }} ]\n"),
    "missing-glyphs": Kind("letters that no font has", 20_000, lambda n: HEAD + one() + f"titles: [ {{ text: \"{''.join(chr(0x13000 + i % 1000) for i in range(n))}\" }} ]\n"),
    "fonts": Kind(
        "fonts that are not installed", 2_000,
        lambda n: HEAD + one(n) + f"titles: {listed(n, lambda i: f'{{ text: a, over: {i}s..+1s, style: {{ font: Nope {i} }} }}')}\n",
    ),
    # What else there is.
    "instructions": Kind(
        "instructions", 5_000,
        lambda n: HEAD + f"tracks: [ {{ id: a, kind: video, segments: [ {{ clip: {{ color: navy }}, duration: {n}s }} ] }} ]\n"
        + f"instructions: {listed(n, lambda i: f'{{ over: {i}s..{i + 1}s, layers: [ a ] }}')}\n",
    ),
    "instruction-layers": Kind(
        "layers of one instruction", 5_000,
        lambda n: HEAD + "tracks: [ { id: a, kind: video, segments: [ { clip: { color: navy }, duration: 1s } ] } ]\n"
        + f"instructions: [ {{ over: 0s.., layers: {listed(n, lambda i: '{ track: a, opacity: 0.5 }')} }} ]\n",
    ),
    "instruction-tracks": Kind(
        "tracks and layers that name them", 5_000,
        lambda n: HEAD + f"tracks: {listed(n, lambda i: f'{{ id: a{i}, kind: video, segments: [ {COLOR} ] }}')}\n"
        + f"instructions: [ {{ over: 0s.., layers: {listed(n, lambda i: f'a{i}')} }} ]\n",
    ),
    "mix": Kind(
        "entries of the mix", 5_000,
        lambda n: HEAD + f"tracks: {listed(n, lambda i: f'{{ id: a{i}, kind: av, segments: [ {COLOR} ] }}')}\n"
        + f"mix: {listed(n, lambda i: f'{{ track: a{i}, volume: 0.5 }}')}\n",
    ),
    "mix-twice": Kind(
        "entries of the mix for one track", 5_000,
        lambda n: HEAD + f"tracks: [ {{ id: a, kind: av, segments: [ {COLOR} ] }} ]\nmix: {listed(n, lambda i: '{ track: a, volume: 0.5 }')}\n",
    ),
    "behind": Kind(
        "tracks, and titles behind them", 5_000,
        lambda n: HEAD + f"tracks: {listed(n, lambda i: f'{{ id: a{i}, kind: video, segments: [ {COLOR} ] }}')}\n"
        + f"titles: {listed(n, lambda i: f'{{ rectangle: [1, 1], behind: a{i} }}')}\n",
    ),
    "chapters": Kind("chapters", 30_000, lambda n: HEAD + one(n) + f"chapters: {listed(n, lambda i: f'{{ at: {i}f, title: a }}')}\n"),
    "same-chapters": Kind("chapters at one time", 10_000, lambda n: HEAD + one() + f"chapters: {listed(n, lambda i: '{ at: 0s, title: a }')}\n"),
    "languages": Kind(
        "languages of one title", 10_000,
        lambda n: HEAD + one() + f"chapters: [ {{ at: 0s, title: {named(n, lambda i: f'en-x-a{i}: a')} }} ]\n",
    ),
    "metadata": Kind("metadata", 20_000, lambda n: HEAD + one() + f"metadata: {named(n, lambda i: f'm{i}: text')}\n"),
    "parameters": Kind(
        "parameters", 10_000,
        lambda n: HEAD + f"parameters: {named(n, lambda i: f'p{i}: navy')}\n"
        + track(listed(n, lambda i: '{ clip: { color: "${p%d}" }, duration: 1s }' % i)),
    ),
    "near-parameters": Kind(
        "parameters, and as many slips of the pen", 5_000,
        lambda n: HEAD + f"parameters: {named(n, lambda i: f'parameter-{i}: navy')}\n"
        + track(listed(n, lambda i: '{ clip: { color: "${paramter-%d}" }, duration: 1s }' % i)),
    ),
    "substitutions": Kind(
        "uses of a parameter in one text", 20_000,
        lambda n: HEAD + "parameters: { p: a }\n" + one() + 'metadata: { a: "' + "${p}" * n + '" }\n',
    ),
    "variants": Kind("variants", 400, lambda n: HEAD + f"variants: {named(n, lambda i: f'v{i}: {{ canvas: {{ size: {100 + 2 * i}x90 }} }}')}\n" + one()),
    "allow": Kind(
        "comments that allow", 10_000,
        lambda n: HEAD + one() + "titles:\n" + "  - { rectangle: [1, 1], over: 0s..2s } # cutlist: allow animation-past-end\n" * n,
    ),
    "unused-allow": Kind("comments that allow nothing", 10_000, lambda n: HEAD + one() + "# cutlist: allow animation-past-end\n" * n),
    "comments": Kind("comments", 50_000, lambda n: HEAD + "# a comment, and nothing else\n" * n + one()),
    "segments-comments": Kind("segments with a comment each", 10_000, lambda n: HEAD + "tracks:\n  - kind: video\n    segments:\n" + f"      - {COLOR} # hi\n" * n),
    "long-comment": Kind("letters of one comment, in KB", 2_000, lambda n: HEAD + "# " + "word " * (200 * n) + "\n" + one()),
    "options": Kind(
        "options of an encoder", 5_000,
        lambda n: HEAD + one() + f"export: {{ video: {{ options: {named(n, lambda i: f'o{i}: 1')} }} }}\n",
    ),
    # The text itself.
    "unknown-keys": Kind("keys that are unknown", 50_000, lambda n: HEAD + one() + "".join(f"k{i}: 1\n" for i in range(n))),
    "unknown-keys-flow": Kind("keys that are unknown, on one line", 50_000, lambda n: HEAD + one() + f"defaults: {named(n, lambda i: f'k{i}: 1')}\n"),
    "near-keys": Kind("keys that are nearly known", 20_000, lambda n: HEAD + one() + "".join(f"titels{i}: 1\n" for i in range(n))),
    "long-keys": Kind("letters of a key, in KB", 500, lambda n: HEAD + one() + f"{'k' * 1000 * n}: 1\n"),
    "duplicate-keys": Kind("keys that are written again", 10_000, lambda n: HEAD + one() + "duration: 1s\n" * n),
    "bad-times": Kind("times that are none", 10_000, lambda n: HEAD + track(listed(n, lambda i: "{ clip: { color: navy }, duration: 5 }"))),
    "bad-colors": Kind("colours that are none", 10_000, lambda n: HEAD + track(listed(n, lambda i: "{ clip: { color: navi }, duration: 1s }"))),
    "bad-lines": Kind("times that are none, on lines of their own", 10_000, lambda n: HEAD + "tracks:\n  - kind: video\n    segments:\n" + "      - { clip: { color: navy }, duration: 5 }\n" * n),
    "open-flow": Kind("brackets that are never closed", 10_000, lambda n: HEAD + one() + "x-a: [" * 1 + "a, " * n),
    "colons": Kind("colons before a mistake of YAML", 50_000, lambda n: HEAD + "".join(f"x-{i}: 1\n" for i in range(n)) + "a: b: c\n"),
    "private-list": Kind("elements of a list that is not read", 100_000, lambda n: HEAD + f"x-a: {listed(n, lambda i: '1')}\n" + one()),
    "private-keys": Kind("keys that are not read", 50_000, lambda n: HEAD + one() + f"x-a: {named(n, lambda i: f'k{i}: 1')}\n"),
    "aliases": Kind("uses of one anchor", 10_000, aliases),
    "anchors": Kind("anchors", 10_000, anchors),
    "unused-assets": Kind("assets that nothing shows, an anchor on each", 10_000, lambda n: HEAD + "assets:\n" + "".join(f"  s{i}: &a{i} {{ color: red }}\n" for i in range(n)) + one()),
    "unused-styles": Kind("styles that no title has", 20_000, lambda n: HEAD + "styles:\n" + "".join(f"  s{i}: {{ size: 5% }}\n" for i in range(n)) + one()),
    "unused-parameters": Kind("parameters that stand nowhere", 20_000, lambda n: HEAD + "parameters:\n" + "".join(f"  p{i}: {i}\n" for i in range(n)) + one()),
    "bomb": Kind("anchors that hold ten others each", 20, bomb),
    "deep-lists": Kind("lists within one another", 20_000, nested("[", "]")),
    "deep-mappings": Kind("mappings within one another", 20_000, nested("{ a: ", " }")),
    "deep-blocks": Kind("blocks within one another", 1_000, lambda n: HEAD + "x-deep:\n" + "".join(" " * i + " a:\n" for i in range(n)) + " " * n + " 1\n" + one()),
    "backslashes": Kind("backslashes in JSON, in KB", 500, lambda n: '{"timeline": 1, "x-a": "' + "\\\\" * (n * 500) + '"}', "json"),
    "surrogates": Kind("surrogate pairs in JSON", 50_000, lambda n: '{"timeline": 1, "x-a": "' + "\\ud83d\\ude00" * n + '"}', "json"),
    "long-json": Kind(
        "segments of one line of JSON", 10_000,
        lambda n: '{"timeline":1,"canvas":{"size":"160x90","rate":25},"tracks":[{"kind":"video","segments":['
        + ",".join(['{"clip":{"color":"navi"},"duration":"1s"}'] * n) + "]}]}", "json",
    ),
}
