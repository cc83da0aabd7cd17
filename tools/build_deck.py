"""Builds the card sprites from the public-domain deck by Adrian Kennard.

The deck comes as one file a card, about 570 KB a set.  The site wants one file
a set, small, in its own inks, with one ``<symbol>`` a card ("AS", "TH", ...),
so that a page draws a card with ``<use href="two-color.svg#AS">``.

    python tools/build_deck.py UNPACKED_PACKAGE static/cards

UNPACKED_PACKAGE is the folder of the npm package
``@heruka_urgyen/react-playing-cards`` (``npm pack``, then ``tar xzf``).  The
card's paper is left out on purpose: the page paints it, so that the dark theme
and a card that may not be played can tint it without touching the figures.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from xml.etree import ElementTree

RANKS = "23456789TJQKA"
SUITS = "CDHS"
INK, RED, SUN, GREEN, BLUE = "#1c1326", "#d92d17", "#ffd43b", "#006b47", "#2b4fd0"

#: Colours of the courts' clothes, by the deck's own names.
CLOTHES = {"black": INK, "red": RED, "#FC4": SUN, "#44F": INK}

#: Output file, and the ink of each suit in it.
SETS = {
    "two-color.svg": {"C": INK, "D": RED, "H": RED, "S": INK},
    "four-color.svg": {"C": GREEN, "D": BLUE, "H": RED, "S": INK},
}

#: The cards on the cover of the home page.
COVER = ("QS", "AH")

#: The logo's letter, in the middle of every back.
HORNED_O = (
    f'<circle r="66" fill="{INK}"/>'
    f'<path fill="{RED}" d="M-40-8C-62-26-62-56-48-80-42-54-22-40 10-36z'
    f'M40-8C62-26 62-56 48-80 42-54 22-40-10-36z"/>'
    f'<path fill="#ffb0c1" fill-rule="evenodd" d="M0-40a46 46 0 1 1 0 92 46 46 0 1 1 0-92z'
    f'm0 25a21 21 0 1 0 0 42 21 21 0 1 0 0-42z"/>'
)

INDEX_STROKE = 112  # the deck's own 80 is thin on a small card
VIEW = "-120 -168 240 336"
COURT = "translate(-52-100)scale(.08.1)"  # 1300 x 2000 art into 104 x 200
HALF_TURN = "rotate(180 650 1000)"

#: How many numbers each path command takes.
ARGS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?")

Segment = tuple[str, list[float]]


def short(value: float, places: int = 3) -> str:
    """A number in as few characters as it can be written."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else str(round(value))
    text = re.sub(r"^(-?)0\.", r"\1.", text)
    return "0" if text in ("-0", "", "-") else text


def joined(numbers: list[str]) -> str:
    """Numbers side by side, a space only where a minus doesn't part them."""
    out = ""
    for number in numbers:
        out += number if not out or number.startswith("-") else " " + number
    return out


def arc_flags_apart(tokens: list[str]) -> list[str]:
    """Path tokens with glued arc flags ("0 01.5") taken apart."""
    out: list[str] = []
    command, since = "", 0
    for token in tokens:
        if token.isalpha():
            command, since = token, 0
            out.append(token)
            continue
        pending = token
        while command in "aA" and since % 7 in (3, 4) and len(pending) > 1:
            out.append(pending[0])
            pending, since = pending[1:], since + 1
        out.append(pending)
        since += 1
    return out


def segments(path: str) -> list[Segment]:
    """The path's commands with their numbers, one group of numbers each."""
    tokens = arc_flags_apart(TOKEN.findall(path))
    out: list[Segment] = []
    at = 0
    command = ""
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = ARGS[command.upper()]
        out.append((command, [float(n) for n in tokens[at : at + count]]))
        at += count
        if command in "mM":  # further pairs after a move are lines
            command = "l" if command == "m" else "L"
    return out


def absolute(path: str) -> list[Segment]:
    """The path with absolute coordinates only, so rounding can't add up."""
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    for command, numbers in segments(path):
        kind, values = command.upper(), list(numbers)
        if command.islower():
            values = moved(kind, values, x, y)
        if kind == "H":
            kind, values = "L", [values[0], y]
        elif kind == "V":
            kind, values = "L", [x, values[0]]
        if kind == "Z":
            x, y = start_x, start_y
        else:
            x, y = values[-2:]
        if kind == "M":
            start_x, start_y = x, y
        out.append((kind, values))
    return out


def moved(kind: str, values: list[float], x: float, y: float) -> list[float]:
    """The numbers of one command moved by (x, y)."""
    if kind == "H":
        return [values[0] + x]
    if kind == "V":
        return [values[0] + y]
    if kind == "A":
        return [*values[:5], values[5] + x, values[6] + y]
    return [value + (x if n % 2 == 0 else y) for n, value in enumerate(values)]


def rounded(path: str) -> str:
    """The path on whole units, in relative commands."""
    out, last = "", ""
    x = y = start_x = start_y = 0
    for kind, values in absolute(path):
        if kind == "Z":
            out, last, x, y = out + "z", "z", start_x, start_y
            continue
        lead = [short(v) for v in values[:5]] if kind == "A" else []
        whole = [round(v) for v in values[5:]] if kind == "A" else [round(v) for v in values]
        new_x, new_y = whole[-2:]
        command, numbers = relative(kind, whole, x, y)
        if not command:
            continue
        text = joined(lead + numbers)
        glue = "" if command != last or text.startswith("-") else " "
        out += (command if command != last else glue) + text
        last = "l" if command == "m" else command
        x, y = new_x, new_y
        if kind == "M":
            start_x, start_y = x, y
    return out


def relative(kind: str, whole: list[int], x: int, y: int) -> tuple[str, list[str]]:
    """One command relative to (x, y); an empty name for one that draws nothing."""
    deltas = [value - (x if n % 2 == 0 else y) for n, value in enumerate(whole)]
    if kind == "L":
        if deltas == [0, 0]:
            return "", []
        if deltas[1] == 0:
            return "h", [str(deltas[0])]
        if deltas[0] == 0:
            return "v", [str(deltas[1])]
    return kind.lower(), [str(d) for d in deltas]


def local(tag: str) -> str:
    """An element's name without its namespace."""
    return tag.rsplit("}", 1)[-1]


def href(element: ElementTree.Element) -> str:
    """The id a ``<use>`` points to."""
    return element.get("{http://www.w3.org/1999/xlink}href", "").lstrip("#")


def placed(element: ElementTree.Element, box: float) -> str:
    """The transform that a ``<use>`` of a square symbol of ``box`` units stands for."""
    height = float(element.get("height", "0"))
    x, y = float(element.get("x", "0")), float(element.get("y", "0"))
    move = joined([short(x + height / 2, 2), short(y + height / 2, 2)])
    return f"translate({move})scale({short(height / box, 4)})"


class Card:
    """One card's drawing, read from the deck and written as a symbol."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.rank, self.suit = name[0], name[1]
        # The file was chosen by whoever runs this; nobody else's reach here.
        self.root = ElementTree.parse(folder / f"{name}.svg").getroot()  # noqa: S314
        found = [e for e in self.root if local(e.tag) == "symbol"]
        self.symbols = {e.get("id", ""): e for e in found}

    def glyph(self, letter: str) -> str:
        """The path of the card's index ("V") or suit ("S")."""
        symbol = self.symbols[f"{letter}{self.suit}{self.rank}"]
        return rounded(symbol[0].get("d", ""))

    def is_court_layer(self, element: ElementTree.Element) -> bool:
        """Whether a ``<use>`` draws a part of the picture."""
        return element.get("width") == "104"

    def court(self, inks: dict[str, str]) -> str:
        """The picture of a court: every layer, then the same half a turn on."""
        out = ""
        for element in self.root:
            turned = element.get("transform") is not None
            if local(element.tag) == "use" and self.is_court_layer(element) and not turned:
                out += self.layer(href(element), inks)
        if not out:
            return ""
        frame = f'<path fill="none" stroke="{INK}" d="M-52-100h104v200h-104z"/>'
        return f'<g transform="{COURT}">{out}</g>{frame}'

    def layer(self, key: str, inks: dict[str, str]) -> str:
        """One layer of a court's picture, and its half turn."""
        ident = f"{self.name}{key[-1]}"
        parts = "".join(self.part(element, inks) for element in self.symbols[key])
        return f'<g id="{ident}">{parts}</g><use href="#{ident}" transform="{HALF_TURN}"/>'

    def part(self, element: ElementTree.Element, inks: dict[str, str]) -> str:
        """A path, a suit mark, or a group of them (half of the courts are mirrored)."""
        if local(element.tag) == "use":
            return self.scattered(element, inks)
        if local(element.tag) == "g":
            parts = "".join(self.part(child, inks) for child in element)
            return f'<g transform="{element.get("transform")}">{parts}</g>'
        return f'<path{painted(element)} d="{rounded(element.get("d", ""))}"/>'

    def scattered(self, element: ElementTree.Element, inks: dict[str, str]) -> str:
        """A suit mark on a court's clothes."""
        turns = element.get("transform", "") + placed(element, 1200)
        return f'<use href="#{self.suit}" fill="{inks[self.suit]}" transform="{turns}"/>'

    def half(self, group: ElementTree.Element) -> str:
        """Index, suit and pips of one half of the card."""
        out = ""
        for element in group:
            kind, box = href(element)[0], 1000 if href(element)[0] == "V" else 1200
            target = f"i{self.rank}" if kind == "V" else self.suit
            out += f'<use href="#{target}" transform="{placed(element, box)}"/>'
        return out

    def middle(self) -> str:
        """Pips that the two halves don't share (the ace's, the nine's fifth, ...)."""
        group = next(e for e in self.root if local(e.tag) == "g")
        turned = {(href(e), e.get("x"), e.get("y")) for e in group}
        out = ""
        for element in self.root:
            plain = local(element.tag) == "use" and not self.is_court_layer(element)
            place = (href(element), element.get("x"), element.get("y"))
            if plain and place not in turned and element.get("height"):
                out += f'<use href="#{self.suit}" transform="{placed(element, 1200)}"/>'
        return out

    def symbol(self, inks: dict[str, str]) -> str:
        """The whole card as a symbol named after it."""
        ink, key = inks[self.suit], f"h{self.name}"
        group = next(e for e in self.root if local(e.tag) == "g")
        half = f'<g id="{key}">{self.half(group)}</g><use href="#{key}" transform="rotate(180)"/>'
        marks = f'<g fill="{ink}" stroke="{ink}">{half}{self.middle()}</g>'
        body = self.court(inks) + marks
        return f'<symbol id="{self.name}" viewBox="{VIEW}">{body}</symbol>'


def painted(element: ElementTree.Element) -> str:
    """The fill and stroke attributes of a layer, in the site's inks."""
    out = ""
    for name in ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"):
        value = element.get(name)
        if value is not None:
            out += f' {name}="{CLOTHES.get(value, value)}"'
    return out


def shared(cards: dict[str, Card]) -> str:
    """Index figures and suits, drawn once: the cards only place and colour them."""
    index = f'fill="none" stroke-width="{INDEX_STROKE}" stroke-linecap="square"'
    ranks = "".join(
        f'<path id="i{rank}" {index} stroke-miterlimit="1.5" d="{cards[rank + "S"].glyph("V")}"/>'
        for rank in RANKS
    )
    suits = "".join(
        f'<path id="{suit}" stroke="none" d="{cards["A" + suit].glyph("S")}"/>' for suit in SUITS
    )
    return f"<defs>{ranks}{suits}</defs>"


def figures_only(name: str, inks: dict[str, str]) -> str:
    """A card for eyes that want more: figure and suit half as large again, and no picture."""
    rank, suit = name[0], name[1]
    size = ".094" if rank == "T" else ".108"
    left = short(-72 if rank == "T" else -76)
    parts = (
        (f"i{rank}", f"translate({left} -108)scale({size})"),
        (suit, "translate(-72 -14)scale(.068)"),
        (suit, "translate(36 78)scale(.115)"),
    )
    drawn = "".join(f'<use href="#{part}" transform="{to}"/>' for part, to in parts)
    ink = inks[suit]
    marks = f'<g fill="{ink}" stroke="{ink}">{drawn}</g>'
    return f'<symbol id="{name}" viewBox="{VIEW}">{marks}</symbol>'


def backs() -> str:
    """The site's own card backs: a field of rhombs, rays and waves, each in the site's inks."""
    rhombs = "".join(
        f"M{x} {y - 12}l9 12-9 12-9-12z"
        for row, y in enumerate(range(-132, 144, 24))
        for x in range(-90 + (row % 2) * 18, 91, 36)
    )
    fan = ((-108, -156), (-36, -156), (36, -156), (108, -156), (108, -52), (108, 52),
           (108, 156), (36, 156), (-36, 156), (-108, 156), (-108, 52), (-108, -52))  # fmt: skip
    rays = "".join(
        f"M0 0L{x} {y} {fan[at + 1][0]} {fan[at + 1][1]}z"
        for at, (x, y) in enumerate(fan)
        if at % 2 == 0
    )
    waves = "".join(
        f"M-108 {y}q18-22 36 0t36 0 36 0 36 0 36 0 36 0v12q-18 22-36 0t-36 0-36 0-36 0-36 0-36 0z"
        for y in range(-132, 133, 36)
    )
    drawn = {
        "rhombs": (INK, "#ffb0c1", rhombs),
        "rays": (RED, SUN, rays),
        "waves": (BLUE, "#fff", waves),
    }
    return (
        '<svg xmlns="http://www.w3.org/2000/svg">\n'
        + "".join(
            f'<symbol id="{name}" viewBox="{VIEW}">'
            f'<rect x="-108" y="-156" width="216" height="312" rx="6" fill="{ground}"/>'
            f'<path fill="{ink}" d="{path}"/>{HORNED_O}</symbol>\n'
            for name, (ground, ink, path) in drawn.items()
        )
        + "</svg>\n"
    )


def sprite(cards: dict[str, Card], inks: dict[str, str]) -> str:
    """The text of one sprite: every card."""
    return sprite_of(cards, [card.symbol(inks) for card in cards.values()])


def sprite_of(cards: dict[str, Card], faces: list[str]) -> str:
    """These faces with what they share."""
    head = '<svg xmlns="http://www.w3.org/2000/svg">'
    return f"{head}\n{shared(cards)}\n" + "\n".join(faces) + "\n</svg>\n"


def cover(cards: dict[str, Card], inks: dict[str, str]) -> str:
    """The two cards of the home page's cover: a newcomer needn't load a whole deck for them."""
    faces = "\n".join(cards[name].symbol(inks) for name in COVER)
    used = set(re.findall(r'href="#(\w+)"', faces))
    parts = re.findall(r'<path id="(\w+)"[^>]*/>', shared(cards))
    paths = re.findall(r'<path id="\w+"[^>]*/>', shared(cards))
    kept = "".join(path for name, path in zip(parts, paths, strict=True) if name in used)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<defs>{kept}</defs>\n{faces}\n</svg>\n'


def main() -> None:
    """Reads the package's big-face set and writes the sprites."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("package", type=Path, help="the unpacked npm package")
    parser.add_argument("target", type=Path, help="folder the sprites go to")
    options = parser.parse_args()
    folder = options.package / "src" / "images" / "2color-bf"
    names = [rank + suit for suit in SUITS for rank in RANKS]
    cards = {name: Card(folder, name) for name in names}
    for file_name, inks in SETS.items():
        (options.target / file_name).write_text(sprite(cards, inks), encoding="utf-8")
        large = sprite_of(cards, [figures_only(name, inks) for name in names])
        large_name = file_name.replace(".svg", "-large.svg")
        (options.target / large_name).write_text(large, encoding="utf-8")
    (options.target / "backs.svg").write_text(backs(), encoding="utf-8")
    text = cover(cards, SETS["two-color.svg"])
    (options.target / "cover.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
