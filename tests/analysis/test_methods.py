from analysis.methods import METHODS_FILE, REGISTRIES, methods_text


def test_methods_file_is_made_from_the_registries() -> None:
    document = METHODS_FILE.read_text(encoding="utf-8")
    assert methods_text(document) == document, "run python -m analysis.methods"


def test_every_statistic_states_formula_convention_and_source() -> None:
    for registry in REGISTRIES:
        for statistic in registry:
            assert statistic.formula
            assert statistic.convention
            assert statistic.citation
