"""How Sphinx makes the site of these pages: `make docs`. Nothing here asks the network."""

import tomllib
from pathlib import Path

from docutils.nodes import document
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent

project = "Jardinet"
project_copyright = "The Jardinet maintainers"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

# Pages that stand in the repository's root, and where the site has them.
PAGES = {"CONTRIBUTING": "contributing", "CHANGELOG": "changes", "SECURITY": "security", "README": "index"}

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["pictures"]  # a page that is in none of the lists of index.md is an error
suppress_warnings = [
    "toc.empty_glob"
]  # a pattern of index.md may wait for its first page; a page in no list is an error

# Docstrings: Google's sections, and single backquotes for code, as in Markdown.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False

myst_heading_anchors = 3
pygments_style = "friendly"
pygments_dark_style = "monokai"

html_theme = "furo"
html_title = f"Jardinet {release}"
html_favicon = str(ROOT / "src/jardinet/server/static/icon.svg")
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2c6e2f", "color-brand-content": "#2c6e2f"},
    "dark_css_variables": {"color-brand-primary": "#8fce8b", "color-brand-content": "#8fce8b"},
}


def lead_inside(_app: Sphinx, page: document) -> None:
    """Mend the links that lead out of docs/: to the site's own page, or, to a file that has none, to nowhere."""
    for link in list(page.findall(pending_xref)):
        target = link["reftarget"]
        if link["refdomain"] == "doc" and Path(target).parent == ROOT:
            link["reftarget"] = PAGES[Path(target).name]
        elif link["refdomain"] is None and (ROOT / target).exists():
            link.replace_self(link.children)


def setup(app: Sphinx) -> None:
    """Called by Sphinx at its start."""
    app.connect("doctree-read", lead_inside)
