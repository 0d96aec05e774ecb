"""Rules pages: every game told in the reader's language, with pictures of examples, and how to play it here."""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter

from jardinet.games import entry_of, load_game, playable_games
from jardinet.server.http.sessions import FOR_EVERYBODY
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.reader import reader_of
from jardinet.words.agreements import Option, is_possible, options_of, tie_option
from jardinet.words.examples import examples_of
from jardinet.words.game_words import load_words, player_name, rules_page, title_in
from jardinet.words.language import CODES, Language, load_language
from jardinet.words.pictures import picture

# A picture refers to nothing and runs nothing; what it holds of style is its own.
PICTURE_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


class RulesPages(Controller):
    """Controller of the rules pages of all games, with pictures of examples."""

    path = "/rules"

    @get("/", name="rules")
    async def index(self, request: PageRequest) -> Response[str]:
        """Which games there are, in a few sentences each."""
        reader = reader_of(request)
        games = [
            {
                "name": name,
                "title": title_in(reader.language, name),
                "introduction": _introduction(reader.language, name),
            }
            for name in playable_games()
        ]
        return page("rules.html", reader, games=games, game=None, title="")

    @get("/{game:str}")
    async def show(self, request: PageRequest, game: FromPath[str]) -> Response[str]:
        """The rules of one game."""
        reader, name = reader_of(request), known_game(game)
        language = reader.language
        opening, examples = None, dict[str, list[tuple[int, str]]]()
        for number, example in enumerate(examples_of(language, name), 1):
            opening = opening or (number, example.told)
            examples.setdefault(example.clause, []).append((number, example.told))
        return page(
            "rules.html",
            reader,
            game=name,
            title=title_in(language, name),
            introduction=_introduction(language, name),
            sections=rules_page(language, name),
            examples=examples,
            opening=opening,
            editions=editions_of(language, name),
            commands=load_words(language, load_game(name), ["", ""]).help(),
        )

    @get(
        "/{game:str}/picture/{name:str}",
        sync_to_thread=False,
        cache_control=CacheControlHeader(max_age=3600, public=True),
        response_headers=PICTURE_POLICY,
        opt=FOR_EVERYBODY,
    )
    def picture(
        self, game: FromPath[str], name: FromPath[str], lang: str = Parameter(default=CODES[0])
    ) -> Response[str]:
        """The picture of an example, `1.svg` and so on, drawn by the game from its position.

        Its address names the language, which a reader may change while the picture is still kept.
        """
        language, number = load_language(lang), number_of(name)
        examples = examples_of(language, known_game(game))
        if not 1 <= number <= len(examples):
            raise NotFoundException
        state = examples[number - 1].position()
        names = [player_name(language, seat) for seat in range(state.num_players())]
        words = load_words(language, state.get_game(), names)
        return Response(picture(words, state), media_type="image/svg+xml")


def known_game(name: str) -> str:
    """A game's name as an address gives it; raises NotFoundException if there is none."""
    if name not in playable_games():
        raise NotFoundException
    return name


def number_of(picture: str) -> int:
    """The number of a picture in an address; raises NotFoundException if the name is no `7.svg`."""
    number, _dot, ending = picture.partition(".")
    if ending != "svg" or not number.isdecimal() or len(number) > 4:
        raise NotFoundException
    return int(number)


def editions_of(language: Language, game: str) -> tuple[list[str], list[tuple[str, list[list[str]]]]] | None:
    """The editions of a game compared: their names, and for each other option what is possible in each of them.

    What is possible is asked of the rules, value by value; None if a game has one edition only.
    """
    options = {option.name: option for option in options_of(language, game)}
    edition = options.pop("edition", None)
    if edition is None:
        return None
    others = [*options.values(), tie_option(language)]
    rows = [
        (option.label, [_possible(language, game, one.value, option) for one in edition.choices]) for option in others
    ]
    return [one.label for one in edition.choices], rows


def _possible(language: Language, game: str, edition: str, option: Option) -> list[str]:
    """The choices of an option that an edition allows: in one word if it allows all, else one by one."""
    declared = {parameter.name: parameter for parameter in entry_of(game).parameters}
    parameter = declared.get(option.name)
    possible = []
    # "as the edition has it" tells nothing about an edition
    choices = [choice for choice in option.choices if choice.value or not parameter]
    for choice in choices:
        value = parameter.parse(choice.value) if parameter else choice.value
        given = {option.name: value} if choice.value else {}
        if is_possible(game, {"edition": edition, **given}):
            possible.append(choice.label)
    return [language.gettext("as you like")] if len(possible) == len(choices) > 1 else possible


def _introduction(language: Language, game: str) -> list[str]:
    return load_words(language, load_game(game), ["", ""]).introduction()
