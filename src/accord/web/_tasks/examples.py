"""The task examples: small clusterings to try things on."""

from __future__ import annotations

from typing import Any

from accord._foundation.progress import ProgressCallback
from accord.web._tasks.inputs import Inputs

_TEAMS = """\
# clusters: 4 teams; a cluster per line
ann bob cat dan eve
fay gus hal ida
jan kim leo mia ned
oli pam
"""
_GUESSES = {
    "half-right.cnl": """\
# the second team is split, the first has lost eve
ann bob cat dan
fay gus
hal ida
eve jan kim leo mia ned
oli pam
""",
    "merged.cnl": """\
# two teams in one, and nobody else
ann bob cat dan eve fay gus hal ida
jan kim leo mia ned
""",
}
_CLUB = """\
node,cluster
ann,chess
bob,chess
cat,chess
cat,choir
dan,choir
eve,choir
fay,choir
fay,drama
gus,drama
hal,drama
ann,drama
"""
_CLUB_FOUND = """\
node,cluster
ann,A
bob,A
cat,A
dan,B
eve,B
fay,B
gus,C
hal,C
ann,C
ida,C
"""
_FRIENDS = """\
ann bob
ann cat
bob cat
cat dan
dan eve
dan fay
eve fay
fay gus
gus hal
gus ann
hal gus
hal ann
"""
_LEVELS = """\
node,cluster,level
a,1,coarse
b,1,coarse
c,1,coarse
d,1,coarse
e,2,coarse
f,2,coarse
g,2,coarse
a,x,fine
b,x,fine
c,y,fine
d,y,fine
e,z,fine
f,z,fine
g,z,fine
"""
_YEARS = {
    "2024.cnl": "ann bob cat dan\neve fay gus\nhal ida jan\n",
    "2025.cnl": "ann bob cat dan eve fay gus\nhal ida\n",
    "2026.cnl": "ann bob\ncat dan eve fay gus\nkim leo mia\n",
}


def examples(
    request: dict[str, Any], inputs: Inputs, progress: ProgressCallback | None
) -> dict[str, Any]:
    """Small inputs, each with what it shows."""
    return {"examples": EXAMPLES}


def _text(name: str, text: str) -> dict[str, Any]:
    return {"text": text, "name": name}


EXAMPLES: list[dict[str, Any]] = [
    {
        "name": "teams",
        "title": "Teams, and two guesses",
        "description": "Four teams of people, and two results: one splits a team, one merges two.",
        "truth": _text("teams.cnl", _TEAMS),
        "found": [_text(name, text) for name, text in _GUESSES.items()],
    },
    {
        "name": "clubs",
        "title": "Clubs, with members of several",
        "description": "Overlapping clusters as a table, and the network of friends among them.",
        "truth": _text("clubs.csv", _CLUB),
        "found": [_text("found.csv", _CLUB_FOUND)],
        "network": _text("friends.edges", _FRIENDS),
    },
    {
        "name": "levels",
        "title": "Coarse and fine clusters",
        "description": "A result with two levels, against its fine level with one node moved.",
        "truth": _text("truth.cnl", "a b\nc d e\nf g\n"),
        "found": [_text("levels.csv", _LEVELS)],
    },
    {
        "name": "years",
        "title": "Three years",
        "description": "A clustering that changes: clusters merge, split, appear and vanish.",
        "truth": _text("2024.cnl", _YEARS["2024.cnl"]),
        "found": [_text(name, text) for name, text in list(_YEARS.items())[1:]],
    },
]
