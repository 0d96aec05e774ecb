"""`jardinet rules` and `jardinet games`: print the rules, and list the installed games."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from jardinet.commands.options import FIRST_GAME, Lang, Plain, _, examples, game_of, language_of
from jardinet.commands.shell import App
from jardinet.games import playable_games

app = App()


@app.command(help=_("Print the rules of the games."), epilog=examples("rules", f"rules {FIRST_GAME} --lang fr"))
def rules(
    game: Annotated[str, typer.Argument(metavar=_("GAME"), help=_("The game; without it, all of them."))] = "",
    lang: Lang = None,
) -> None:
    """Print the rules of the games, in our own words."""
    from jardinet.words.game_words import title_in
    from jardinet.words.rules_text import rules_lines

    language = language_of(lang)
    for name in [game_of(game)] if game else playable_games():
        typer.echo(title_in(language, name))
        typer.echo("\n".join(rules_lines(language, name)))


@app.command(help=_("List the games, and what is missing from those that cannot be played."), epilog=examples("games"))
def games(plain: Plain = False, lang: Lang = None) -> None:
    """List the games that are installed, incomplete ones too, which are hidden everywhere else."""
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_games

    look_into_every_game()
    show_games(Screen(is_plain=plain or None), language_of(lang))


def look_into_every_game() -> None:
    """Import every layer of every game that can be imported here, so that the registry knows what each game lacks."""
    from jardinet.bots.layer import BOTS
    from jardinet.games import GAMES
    from jardinet.games.drawing import DRAWINGS
    from jardinet.games.registry import look_into
    from jardinet.terminal.position import TERMINALS
    from jardinet.words.layer import WORDS

    look_into([GAMES, DRAWINGS, BOTS, WORDS, TERMINALS])
    if find_spec("litestar"):  # boards import it, and it comes only with the extra `server`
        from jardinet.server.boards.layer import BOARDS

        look_into([BOARDS])
