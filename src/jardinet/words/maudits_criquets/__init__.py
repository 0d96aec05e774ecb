"""The words of Maudits Criquets: sentences.py tells, commands.py understands, teaching.py explains, lesson.py and hints.py advise."""

from jardinet.games.maudits_criquets.view import View
from jardinet.words.layer import WordsLayer
from jardinet.words.maudits_criquets.commands import MauditsCriquetsWords
from jardinet.words.maudits_criquets.errors import error_why
from jardinet.words.maudits_criquets.hints import hint
from jardinet.words.maudits_criquets.labels import kinds, labels
from jardinet.words.maudits_criquets.lesson import coach, lesson, praise
from jardinet.words.maudits_criquets.teaching import examples, options, rules_page

LAYER: WordsLayer[MauditsCriquetsWords, View] = WordsLayer(
    words=MauditsCriquetsWords,
    labels=labels,
    rules_page=rules_page,
    options=options,
    examples=examples,
    coach=coach,
    lesson=lesson,
    praise=praise,
    hint=hint,
    kinds=kinds,
    error_why=error_why,
    titles={"de": "Heuschrecken Poker", "en": "Grasshopper Poker"},
)
