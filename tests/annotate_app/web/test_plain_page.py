"""Pages outside Streamlit."""

from annotate_app.language import translation_of
from annotate_app.web.plain_page import message_page, sign_in_page


def test_message_page_shows_text_literally() -> None:
    page = message_page(
        "<b>No</b>", ("<script>alert(1)</script>",), status=404, translation=translation_of("en")
    )
    body = bytes(page.body).decode()
    assert page.status_code == 404
    assert "<script>" not in body
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in body


def test_sign_in_page_keeps_the_user_and_never_a_password() -> None:
    body = bytes(sign_in_page(user='a"><img src=x>', problem="No match.", status=401).body).decode()
    assert "<img" not in body
    assert 'value="a&quot;&gt;&lt;img src=x&gt;"' in body
    assert 'role="alert">No match.' in body
    assert body.count("value=") == 1


def test_message_page_says_it_in_the_language_and_its_direction() -> None:
    heading = "There is no such page"
    page = message_page(heading, ("<b>x</b>",), status=404, translation=translation_of("ar"))
    body = bytes(page.body).decode()
    assert '<html lang="ar" dir="rtl">' in body
    assert translation_of("ar").say(heading) in body
    assert heading not in body
