"""The contract's golden records, from which the files in `tests/fixtures` are written.

`python -m tests.golden` writes them anew; `tests/sim/schema/test_golden_files.py` compares.
"""
