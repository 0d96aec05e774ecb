"""Prints, as JSON, every help of the `jardinet` command and what it says of typical mistakes: run by test_shell.py."""

import json
from typing import Any

import typer

from jardinet.cli import app
from jardinet.commands.options import LANGUAGE
from jardinet.commands.shell import hint_of, speak, usage_error
from jardinet.games.parameters import GameError

MISTAKES = [
    "nothing",
    "--nothing",
    "play chess",
    "rules --lang",
    "rules chess",
    "simulate lucky-numbers --games 0",
    "simulate lucky-numbers --games x",
    "train lucky-numbers --minutes x",
    "serve --port 70000",
    "replay",
    "replay one two",
    "play lucky-numbers --edition x",
    "play lucky-numbers --bruno=3",
    "play lucky-numbers --edition es --bruno",
    "play lucky-numbers --tie sometimes",
    "play lucky-numbers --seats ada",
    "play lucky-numbers --first 3",
    "play --server http://localhost:1 --resume x",
    "play --table x",
    "simulate lucky-numbers --sed 3",
    "simulate lucky-numbers --seats greedy,clever",
    "simulate lucky-numbers --seats greedy,nowhere.py:Bot",
    "simulate lucky-numbers --ray nowhere",
    "arena lucky-numbers --bots random",
    "bench --only sever",
    "admin ban",
    "benchmark --",
]


def helps(command: Any, context: Any) -> dict[str, str]:
    """The help of a command, and of all below it."""
    found = {context.command_path: command.get_help(context)}
    for name, below in getattr(command, "commands", {}).items():
        found |= helps(below, below.context_class(below, info_name=name, parent=context))
    return found


def mistake(call: str) -> str:
    """What is said of a call that is not possible."""
    try:
        app(call.split(), standalone_mode=False, prog_name="jardinet")
    except typer.TyperException as error:
        return hint_of(error) + LANGUAGE.tell(usage_error(error))
    except GameError as error:
        return LANGUAGE.tell(error)
    raise AssertionError(call)


if __name__ == "__main__":
    speak()
    whole = typer.main.get_command(app)
    told = helps(whole, whole.context_class(whole, info_name="jardinet"))
    print(json.dumps(told | {call: mistake(call) for call in MISTAKES}))
