"""A rater's session: from the invitation to the completion code.

Every answer is stored before it is acknowledged, and the place in the session is derived from what is stored;
so a reload, another device or a restarted server comes back to the same item, sides and drafts.
"""

from annotate_app.services.rating.answer_guesses import answer_guesses
from annotate_app.services.rating.answer_questions import answer_questions
from annotate_app.services.rating.answer_step import answer_step
from annotate_app.services.rating.end_break import end_break
from annotate_app.services.rating.give_consent import decline, give_consent
from annotate_app.services.rating.go_on import go_on
from annotate_app.services.rating.open_invitation import open_invitation, rater_of_cookie, why_ended
from annotate_app.services.rating.reopen import reopen, return_to_current
from annotate_app.services.rating.save_draft import is_current, save_draft
from annotate_app.services.rating.session_view import session_view
from annotate_app.services.rating.skip_item import LONGEST_SKIP_REMARK, SkipReason, skip_item
from annotate_app.services.rating.start_rating import start_rating
from annotate_app.services.rating.submitted_items import submitted_items
from annotate_app.services.rating.withdraw import withdraw, withdrawal_view

__all__ = [
    "LONGEST_SKIP_REMARK",
    "SkipReason",
    "answer_guesses",
    "answer_questions",
    "answer_step",
    "decline",
    "end_break",
    "give_consent",
    "go_on",
    "is_current",
    "open_invitation",
    "rater_of_cookie",
    "reopen",
    "return_to_current",
    "save_draft",
    "session_view",
    "skip_item",
    "start_rating",
    "submitted_items",
    "why_ended",
    "withdraw",
    "withdrawal_view",
]
