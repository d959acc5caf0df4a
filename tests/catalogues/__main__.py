"""Bring the catalogues up to date: `python -m tests.catalogues`."""

from tests.catalogues.files import collected, file_of, missing, translated_languages, updated, write_catalogue

if __name__ == "__main__":
    messages = collected()
    for language in translated_languages():
        catalogue = updated(language, messages)
        write_catalogue(catalogue, file_of(language))
        for text in missing(catalogue):
            print(f"{language.code}: no translation of {text!r}")  # noqa: T201
