"""Browsers and systems by their names, as a header `User-Agent` tells them: by these a person knows their devices."""

from __future__ import annotations

# What a browser calls itself, before those whose names it bears as well.
_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
    "ELinks": "ELinks",
    "Lynx": "Lynx",
    "w3m": "w3m",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def told_of(agent: str) -> str:
    """The browser and the system of a header; empty if neither is known.

    >>> told_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    """
    found = (next((name for sign, name in known.items() if sign in agent), "") for known in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))
