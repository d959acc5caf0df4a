"""The work behind `blindpair analyze report`."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from analysis.report.collect import Request, collect
from analysis.report.csv_tables import csv_files
from analysis.report.figures import draw, figures_of
from analysis.report.folder import refuse_taken, write_folder
from analysis.report.latex import latex_document, latex_table
from analysis.report.page import page_html
from analysis.report.results import Results, results_json
from analysis.report.views import tables_of

__all__ = ["report_files", "write_report"]


def write_report(request: Request, folder: Path, *, force: bool = False) -> Results:
    """Compute everything, then write the folder whole or not at all.

    Raises
    ------
    OptionError
        If the folder holds something else, or an earlier report and `force` is not given.
    TableError, BlindError
        With everything that is wrong with the input.
    AlphaMismatchError
        If another implementation does not confirm an alpha.
    OSError
        If a file cannot be read or written.
    """
    refuse_taken(folder, force=force)
    results = collect(request)
    write_folder(folder, report_files(results))
    return results


def report_files(results: Results) -> Mapping[str, bytes]:
    """Make every file of a report, by its name."""
    return dict(_files(results))


def _files(results: Results) -> Iterator[tuple[str, bytes]]:
    yield "results.json", results_json(results).encode()
    for name, text in csv_files(results):
        yield f"tables/{name}", text.encode()
    tables = [table for table in tables_of(results) if table.rows]
    for table in tables:
        yield f"tables/{table.name}.tex", latex_table(table).encode()
    yield "tables/all.tex", latex_document([table.name for table in tables]).encode()
    images = draw(figures_of(results))
    for image in images:
        if image.svg is not None and image.pdf is not None:
            yield f"figures/{image.name}.svg", image.svg.encode()
            yield f"figures/{image.name}.pdf", image.pdf
    yield "report.html", page_html(results, images).encode()
