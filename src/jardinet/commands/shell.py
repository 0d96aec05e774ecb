"""Typer in the player's language: subclasses that translate its help texts, and its errors as sentences of ours.

Typer translates some of its texts by gettext, in the application's domain, and others not at all (0.29). The former are
bound to our catalogue (`speak`); the latter are replaced here, in subclasses, which Typer allows for.
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
from typer._completion_shared import Shells, install  # Typer has no public way to learn which file it has written
from typer.completion import show_callback
from typer.core import TyperCommand, TyperGroup

from jardinet.commands.options import DONE, LANGUAGE, USAGE, _
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Either, Every, Sentence
from jardinet.words.language import LOCALES, gettext_noop

# Texts that Typer looks up in our domain, and helps of its own options, which `get_params` translates.
gettext_noop("Commands")
gettext_noop("default: {default}")
gettext_noop("env var: {var}")
gettext_noop("required")
gettext_noop("Show this message and exit.")
gettext_noop("Install completion for the current shell.")
gettext_noop("Show completion for the current shell, to copy it or customize the installation.")

_NO_BREAK, _KEPT = "\N{NO-BREAK SPACE}", "\ue000"  # the second, which no text contains, stands for the first
_KIND = re.compile(r"<(?:list\[)?(int|float|str|path|Path)(?: range)?\]?>")


def speak() -> None:
    """Set LANGUAGE as the language of Typer's texts, the operating system's messages and child processes."""
    os.environ["LANGUAGE"] = LANGUAGE.code
    with suppress(locale.Error, AttributeError):  # a locale that is not installed; Windows has none of messages
        locale.setlocale(locale.LC_MESSAGES, "")
    gettext.bindtextdomain("jardinet", LOCALES)
    gettext.textdomain("jardinet")


class _Spoken:
    """Mixin of commands and groups of commands: their whole help is in the player's language."""

    help: str | None

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, with the helps of Typer's own options translated, and completion installed by functions of ours."""
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if parameter.help:
                parameter.help = _(parameter.help)
            parameter.callback = _COMPLETION.get(parameter.name, parameter.callback)
        return parameters

    def get_short_help_str(self, limit: int = 0) -> str:
        """The first sentence of the help in full: Click would cut it off at `limit`, but a list of commands can wrap."""
        whole: str = self.help or ""
        self.help = whole.replace(_NO_BREAK, _KEPT)  # Click splits at these too, and would join by plain spaces
        try:
            told: str = super().get_short_help_str(max(limit, len(whole)))  # type: ignore[misc]
        finally:
            self.help = whole
        return told.replace(_KEPT, _NO_BREAK)

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the usage line, the first line of a help."""
        pieces = " ".join(self.collect_usage_pieces(ctx))  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, pieces, prefix=_("Usage:") + " ")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the lists of arguments and options, with the types of their values in words."""
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
    """Command with its help in the player's language."""


class Group(_Spoken, TyperGroup):
    """Group of commands with its help in the player's language; called without arguments it may print that help."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the list of options, and that of commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as Typer does; without arguments print the help and exit, if the group is declared so."""
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            typer.echo(ctx.get_help(), err=True)
            ctx.exit(USAGE)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run as Typer does, but turn Ctrl-C into Abort, which `cli.main` reports: Typer would end without a word."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Abort from None


class RayCommand(Command):
    """Command whose `--ray` may be given without a value: Typer has no options with an optional value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as Typer does, with `--ray` alone read as `--ray=auto`."""
        following = zip_longest(args, args[1:], fillvalue="-")
        return super().parse_args(
            ctx, [f"{word}=auto" if word == "--ray" and after.startswith("-") else word for word, after in following]
        )


class App(typer.Typer):
    """Typer application whose commands are `Command` and `Group`, so that their helps are in the player's language."""

    def __init__(self, **settings: Any) -> None:
        """Declare the group; `settings` are those of `typer.Typer`."""
        super().__init__(
            cls=Group, options_metavar=_("[OPTIONS]"), subcommand_metavar=_("COMMAND [ARGUMENTS]…"), **settings
        )

    def command(
        self, name: str | None = None, *, cls: type[TyperCommand] | None = None, **settings: Any
    ) -> Callable[..., Any]:
        """Decorator that makes a function a command."""
        return super().command(name, cls=cls or Command, options_metavar=_("[OPTIONS]"), **settings)


# Completion -----------------------------------------------------------------------------------


def _install_completion(context: Any, _parameter: Any, is_wanted: bool | None) -> None:
    """Install completion for the calling shell, by Typer, and print where: the callback of `--install-completion`."""
    if not is_wanted or context.resilient_parsing:
        return
    with _where_there_is_one(), redirect_stdout(io.StringIO()):
        shell, path = install()
    typer.echo(_("Completion for {shell} is installed: {path}.").format(shell=shell, path=path))
    typer.echo(_("It works as soon as you open a new terminal."))
    context.exit(DONE)


def _show_completion(context: Any, parameter: Any, is_wanted: bool | None) -> None:
    """Print the completion script for the calling shell, by Typer: the callback of `--show-completion`."""
    with _where_there_is_one():
        show_callback(context, parameter, is_wanted)


@contextmanager
def _where_there_is_one() -> Iterator[None]:
    """Context for Typer's work on a shell: if Typer does not support that shell, its English message becomes a GameError."""
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
    """Typer's refusal of a call, as an error of ours in the player's language.

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
    """Hint after a wrong call: the command's usage line and how to get its help; empty if the command is not known."""
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
    """The error that a value is not possible for its option or argument, with the values that are."""
    given = error.__cause__.errors()[0]["input"] if hasattr(error.__cause__, "errors") else None
    return GameError(
        "value-of-option",
        "{value!r} is not possible for {option}: it must be {kind}.",
        value=given,
        option=error.param.get_error_hint().replace("'", ""),
        kind=_possible(error.param),
    )


def _possible(parameter: Any) -> Sentence | Either:
    """The values that a parameter takes, in words."""
    kind = parameter.type_descriptor
    if kind.is_choice:
        return Either(kind.choices)
    low, high = parameter.min, parameter.max
    if low is not None and high is not None:
        return Sentence("a number from {low} to {high}", low=low, high=high)
    if low is not None:
        return Sentence("a number, {low} at least", low=low)
    return Sentence("a number") if kind.annotation is float else Sentence("a whole number")
