"""The words of Lucky Numbers: sentences.py tells, commands.py understands, teaching.py explains, lesson.py and hints.py advise."""

from jardinet.games.lucky_numbers.view import View
from jardinet.words.layer import WordsLayer
from jardinet.words.lucky_numbers.commands import LuckyNumbersWords
from jardinet.words.lucky_numbers.errors import error_why
from jardinet.words.lucky_numbers.hints import hint
from jardinet.words.lucky_numbers.labels import kinds, labels
from jardinet.words.lucky_numbers.lesson import coach, lesson, praise
from jardinet.words.lucky_numbers.teaching import examples, options, rules_page

LAYER: WordsLayer[LuckyNumbersWords, View] = WordsLayer(
    words=LuckyNumbersWords,
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
)
