"""Agreement between raters: alpha, kappas, intraclass correlations, raters one by one."""

from analysis.agreement.alpha import krippendorff_alpha
from analysis.agreement.run import agreement_rows
from analysis.agreement.statistics import AGREEMENT

__all__ = ["AGREEMENT", "agreement_rows", "krippendorff_alpha"]
