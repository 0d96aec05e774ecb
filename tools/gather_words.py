"""Bring the texts for players that the source holds into every catalogue: `make words`.

What is translated stays, what is new stands there empty, what the source no longer says goes.
"""

from __future__ import annotations

import io
from functools import cache
from typing import Any

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from list_codes import SOURCE, error_classes

LOCALES = SOURCE / "words" / "locale"
FOR_PROGRAMMERS = (
    "envs/**.py",
    "games/batch.py",
    "bots/exact.py",
)  # nobody meets their errors but in Python
HEADER = """\
# {language} texts of Jardinet.
msgid ""
msgstr ""
"Project-Id-Version: Jardinet\\n"
"Language: {code}\\n"
"Plural-Forms: {plural}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


@cache
def keywords() -> dict[str, Any]:
    """What is called with a text for players, and at which place it stands there, as Babel takes it."""
    return {
        "_": None,
        "gettext": None,
        "_gettext": None,
        "gettext_noop": None,
        "ngettext": (1, 2),
        "pgettext": ((1, "c"), 2),
        "Parameter": (4,),  # a parameter's summary
        "Sentence": (1,),
        "Gap": (1,),  # what a game lacks
        "GapError": (1,),
        **dict.fromkeys(error_classes(), (2,)),  # their messages, behind the code
        "RecordError": (3,),  # which has a line before both
        "RequestError": (3,),  # which has a status
        "TokenRefusedError": (3,),
        "__init__": (2,),  # of an error that always says the same
        "_wrong": (2,),  # in the reader of records
        "within": (1,),  # the rest of a longer message
        "Level": (2,),  # how a bot plays
    }


def gathered() -> Catalog:
    """What the source says now, untranslated."""
    catalogue = Catalog()
    methods = [*((path, "ignore") for path in FOR_PROGRAMMERS), ("**.py", "python"), ("**.html", "jinja2")]
    found = extract_from_dir(str(SOURCE), method_map=methods, keywords=keywords())
    for _file, _line, message, _comments, context in found:
        catalogue.add(message, context=context)
    return catalogue


def translated(code: str) -> Catalog:
    """The catalogue of a language as it stands."""
    with (LOCALES / code / "LC_MESSAGES" / "jardinet.po").open("rb") as file:
        return read_po(file, locale=code)


def bring_in(code: str, source: Catalog) -> int:
    """Write the catalogue of a language anew; returns how many texts wait for their translation."""
    known, renewed = translated(code), Catalog(locale=code)
    waiting = 0
    for message in source:
        if not message.id:
            continue
        same = known.get(message.id, context=message.context)
        text = same.string if same and same.id == message.id else ""
        waiting += not text or (isinstance(text, tuple) and not all(text))
        renewed.add(message.id, text or None, context=message.context)
    body = io.BytesIO()
    write_po(body, renewed, omit_header=True, sort_output=True, no_location=True)
    header = HEADER.format(language=Locale(code).english_name, code=code, plural=get_plural(code).plural_forms)
    path = LOCALES / code / "LC_MESSAGES" / "jardinet.po"
    path.write_text(header + body.getvalue().decode().strip() + "\n", encoding="utf-8")
    return waiting


if __name__ == "__main__":
    words = gathered()
    for folder in sorted(LOCALES.iterdir()):
        print(f"{folder.name}: {bring_in(folder.name, words)} of {len(words)} texts wait for a translation")  # noqa: T201
