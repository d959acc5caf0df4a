"""Write the golden files anew: `python -m tests.golden`."""

from pathlib import Path

from tests.golden.files import write_golden

if __name__ == "__main__":
    write_golden(Path(__file__).parent.parent / "fixtures")
