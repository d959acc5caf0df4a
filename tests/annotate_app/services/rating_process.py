"""A process that rates without end and says so after each acknowledged answer, until it is killed.

`python -m tests.annotate_app.services.rating_process URL TOKEN...`
"""

import sys

from annotate_app.design.views import ItemView
from annotate_app.services.rating import session_view
from annotate_app.services.workplace import Workplace, workplace_at
from tests.annotate_app.studio import some_answers, start, submit


def rate(place: Workplace, token: str) -> None:
    """Rate everything there is for one rater; a line per acknowledged step."""
    rater = start(place, token)
    while isinstance(view := session_view(place, rater), ItemView):
        submit(place, rater, view, some_answers(view))
        sys.stdout.write(f"{view.assignment} {view.step}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    for one in sys.argv[2:]:
        rate(workplace_at(sys.argv[1]), one)
    # The parent kills this process long before; were all items rated, it would wait here.
    sys.stdin.read()
