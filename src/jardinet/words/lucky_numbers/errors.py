"""What bears the names of errors in Lucky Numbers out, in words; the kinds are in games/lucky_numbers/errors.py."""

from __future__ import annotations

from jardinet.games.api import NamedError
from jardinet.words.lucky_numbers.sentences import LuckyNumbersSentences


def error_why(words: LuckyNumbersSentences, error: NamedError) -> str:
    """What was seen on the boards and on the table, in a sentence."""
    _, proof = words.language.gettext, error.proof
    if error.kind == "room":
        told = words.language.ngettext(
            "Then {count} of the hidden tiles fits your cell {cell}; after the better play it is {instead}.",
            "Then {count} of the hidden tiles fit your cell {cell}; after the better play it is {instead}.",
            int(proof["count"]),
        )
        return told.format(**proof)
    told = {
        "missed": _("The {tile} lies on the table, and you have room for it on {cells}."),
        "left": _("That leaves the {tile} for {name}, who has room for it on {cells}."),
        "discarded": _("You have room for the {tile} on {cells}."),
    }[error.kind]
    name = words.names[int(proof.get("seat", 0))]
    return told.format(tile=proof["tile"], cells=words.language.either(str(proof["cells"]).split()), name=name)
