"""Brings the catalogues up to the sources and compiles them; says what is left to translate."""

from wording.catalogues import BORROWED, LANGUAGES, compile_catalogue, left, path, read, update
from wording.sources import messages


def main() -> None:
    """Do it for every language that has a catalogue."""
    sources = messages()
    for language in LANGUAGES:
        update(language, sources)
        compile_catalogue(language)
        if path(language, folder=BORROWED).exists():
            compile_catalogue(language, BORROWED)
        catalogue = read(language)
        print(f"{language}: {len(catalogue)} messages, {len(left(catalogue))} left to translate")


if __name__ == "__main__":
    main()
