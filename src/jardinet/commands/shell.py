"""The command line itself in the player's language: what Typer says of its own, and what was wrong with a call.

Typer translates some of its words by gettext, in the domain of whoever uses it, and others not at all (0.29). So the first
are bound to our catalogue (`speak`); the others are said here, by what Typer offers for that: classes of one's own.
"""

from __future__ import annotations

import gettext
import io
import locale
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from itertools import zip_longest
from typing import Any

import typer
from typer._completion_shared import Shells, install  # Typer says no other way where it has written what
from typer.completion import show_callback
from typer.core import TyperCommand, TyperGroup

from jardinet.commands.options import DONE, LANGUAGE, USAGE, _
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Either, Every, Sentence
from jardinet.words.language import LOCALES, gettext_noop

# What Typer translates in our domain, and what it says without asking: its own helps are translated by `get_params`.
gettext_noop("Commands")
gettext_noop("default: {default}")
gettext_noop("env var: {var}")
gettext_noop("required")
gettext_noop("Show this message and exit.")
gettext_noop("Install completion for the current shell.")
gettext_noop("Show completion for the current shell, to copy it or customize the installation.")

_NO_BREAK, _KEPT = "\N{NO-BREAK SPACE}", "\ue000"  # a space, and a sign that is none, and in no text
_KIND = re.compile(r"<(?:list\[)?(int|float|str|path|Path)(?: range)?\]?>")


def speak() -> None:
    """Have Typer, the operating system and every process that is started from here speak LANGUAGE."""
    os.environ["LANGUAGE"] = LANGUAGE.code
    with suppress(locale.Error, AttributeError):  # a locale that is not installed; Windows has none of messages
        locale.setlocale(locale.LC_MESSAGES, "")
    gettext.bindtextdomain("jardinet", LOCALES)
    gettext.textdomain("jardinet")


class _Spoken:
    """What commands and groups of commands have in common: their help is of one language."""

    help: str | None

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters; Typer's own helps are translated, ours already are, and what it installs is told by us."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if parameter.help:
                parameter.help = _(parameter.help)
            parameter.callback = _COMPLETION.get(parameter.name, parameter.callback)
        return parameters

    def get_short_help_str(self, limit: int = 0) -> str:
        """The first sentence of the help, whole: Click would cut it off at `limit`, and a list of commands can wrap."""
        whole: str = self.help or ""
        self.help = whole.replace(_NO_BREAK, _KEPT)  # where Click would break it, and join it by other spaces
        try:
            told: str = super().get_short_help_str(max(limit, len(whole)))  # type: ignore[misc]
        finally:
            self.help = whole
        return told.replace(_KEPT, _NO_BREAK)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The first line of a help."""
        pieces = " ".join(self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage:") + " ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments and options, with the kinds of their values."""
        for heading, kind in ((_("Arguments"), "argument"), (_("Options"), "option")):
            records = [one.get_help_record(ctx) for one in self.get_params(ctx) if one.param_type_name == kind]
            rows = [(_KIND.sub(_kind_in_words, name), told) for name, told in filter(None, records)]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def _kind_in_words(kind: re.Match[str]) -> str:
    words = {"str": _("text"), "path": _("path"), "Path": _("path")}
    return "<" + words.get(kind[1], _("number")) + ">"


class Command(_Spoken, TyperCommand):
    """Command of ours."""


class Group(_Spoken, TyperGroup):
    """Group of commands; called alone it may tell its help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Options, and the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As ever; where there is nothing to parse and that is not enough, the help."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            typer.echo(ctx.get_help(), err=True)
            ctx.exit(USAGE)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """As ever; Ctrl-C becomes what `cli.main` tells, where Typer would end without a word."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Abort from None


class RayCommand(Command):
    """Command whose `--ray` may stand alone: Typer has no option whose value may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As ever, with `--ray` alone read as `--ray=auto`."""
        following = zip_longest(args, args[1:], fillvalue="-")
        return super().parse_args(
            ctx, [f"{word}=auto" if word == "--ray" and after.startswith("-") else word for word, after in following]
        )


class App(typer.Typer):
    """Group of commands as they are declared: Typer's, with the classes and the words of this house."""

    def __init__(self, **settings: Any) -> None:
        """`settings`: Typer's."""
        super().__init__(
            cls=Group, options_metavar=_("[OPTIONS]"), subcommand_metavar=_("COMMAND [ARGUMENTS]…"), **settings
        )

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = None, **settings: Any
    ) -> Callable[..., Any]:
        """Decorator of a function that is to be a command."""
        return super().command(name, cls=cls or Command, options_metavar=_("[OPTIONS]"), **settings)


# Completion -----------------------------------------------------------------------------------


def _install_completion(context: Any, _parameter: Any, is_wanted: bool | None) -> None:
    """Have Typer install the completion of the shell that this was called from, and say so."""
    if not is_wanted or context.resilient_parsing:
        return
    with _where_there_is_one(), redirect_stdout(io.StringIO()):
        shell, path = install()
    typer.echo(_("Completion for {shell} is installed: {path}.").format(shell=shell, path=path))
    typer.echo(_("It works as soon as you open a new terminal."))
    context.exit(DONE)


def _show_completion(context: Any, parameter: Any, is_wanted: bool | None) -> None:
    """Have Typer print the completion of the shell that this was called from."""
    with _where_there_is_one():
        show_callback(context, parameter, is_wanted)


@contextmanager
def _where_there_is_one() -> Iterator[None]:
    """What Typer does for a shell; raises GameError where it says, in English, that it cannot."""
    try:
        with redirect_stderr(io.StringIO()):
            yield
    except typer.Exit:
        raise GameError(
            "no-completion-here",
            "there is no completion for the shell you are in: {shells} can have it.",
            shells=Every([shell.value for shell in Shells]),
        ) from None


_COMPLETION = {"install_completion": _install_completion, "show_completion": _show_completion}


# What was wrong with a call -----------------------------------------------------------------

_NEEDS_VALUE = re.compile("Option '(.+)' requires an argument")
_TAKES_NO_VALUE = re.compile("Option '(.+)' does not take a value")
_TOO_MUCH = re.compile(r"Got unexpected extra arguments? ?\(?s?\)? \((.+)\)")
_NO_COMMAND = re.compile("No such command '(.+?)'")


def usage_error(error: Any) -> GameError:
    """What Typer refused, as an error of ours.

    Args:
        error: a `typer.TyperException`.
    """
    if hasattr(error, "possibilities"):
        return _no_such_option(error.option_name, error.possibilities)
    if hasattr(error, "param_type"):
        return GameError("argument-missing", "{name} is missing.", name=error.param.get_error_hint())
    if isinstance(error, typer.BadParameter) and error.param is not None:
        return _value_error(error)
    said = error.format_message()
    if found := _NEEDS_VALUE.match(said):
        return GameError("option-without-value", "{option} needs a value.", option=found[1])
    if found := _TAKES_NO_VALUE.match(said):
        return GameError("option-with-value", "{option} takes no value.", option=found[1])
    if found := _TOO_MUCH.match(said):
        return GameError("too-many-arguments", "that is too much: {words}.", words=found[1])
    if found := _NO_COMMAND.match(said):
        return _no_such_command(found[1], error.ctx)
    if said == "Missing command.":
        return _no_command(error.ctx)
    return GameError("call-not-possible", "this command is not possible as it was typed.")


def hint_of(error: Any) -> str:
    """How the command is called that was called wrongly, and where there is more; empty where that is not known."""
    if getattr(error, "ctx", None) is None:
        return ""
    more = _("“{command} --help” tells more.").format(command=error.ctx.command_path)
    return f"{error.ctx.get_usage()}\n{more}\n\n"


def _no_such_option(option: str, alike: list[str]) -> GameError:
    if not alike:
        return GameError("no-such-option", "there is no option {option}.", option=option)
    return GameError(
        "no-such-option-but",
        "there is no option {option}: did you mean {options}?",
        option=option,
        options=Either(sorted(alike)),
    )


def _no_command(context: Any) -> GameError:
    known = Either(context.command.list_commands(context))
    return GameError("command-missing", "a command is missing: choose {commands}.", commands=known)


def _no_such_command(name: str, context: Any) -> GameError:
    known = Either(context.command.list_commands(context))
    return GameError("no-such-command", "there is no command {name!r}: choose {commands}.", name=name, commands=known)


def _value_error(error: Any) -> GameError:
    """A value that cannot be; what can is told by its parameter."""
    given = error.__cause__.errors()[0]["input"] if hasattr(error.__cause__, "errors") else None
    return GameError(
        "value-of-option",
        "{value!r} is not possible for {option}: it must be {kind}.",
        value=given,
        option=error.param.get_error_hint().replace("'", ""),
        kind=_possible(error.param),
    )


def _possible(parameter: Any) -> Sentence | Either:
    """What values a parameter takes."""
    kind = parameter.type_descriptor
    if kind.is_choice:
        return Either(kind.choices)
    low, high = parameter.min, parameter.max
    if low is not None and high is not None:
        return Sentence("a number from {low} to {high}", low=low, high=high)
    if low is not None:
        return Sentence("a number, {low} at least", low=low)
    return Sentence("a number") if kind.annotation is float else Sentence("a whole number")
