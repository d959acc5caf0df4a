"""Consensus labels with posteriors, and every rater's confusion matrix, by the model of Dawid and Skene."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.tables import Ratings

__all__ = ["Consensus", "dawid_skene"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Consensus:
    """What the ratings say together.

    Attributes
    ----------
    posterior
        Probability of each label for each unit, shape `(n_units, n_levels)`.
    prior
        Share of each label, shape `(n_levels,)`.
    confusion
        Probability that a rater gives a label, by true label; shape `(n_raters, n_levels, n_levels)`.
    log_likelihoods
        After every step, not falling.
    """

    posterior: Numbers
    prior: Numbers
    confusion: Numbers
    log_likelihoods: tuple[float, ...]

    @property
    def label(self) -> NDArray[np.int64]:
        """Most probable label of every unit, the first of equals; shape `(n_units,)`."""
        return self.posterior.argmax(axis=1)

    @property
    def accuracy(self) -> Numbers:
        """Probability that a rater gives the true label, over the prior; shape `(n_raters,)`."""
        return np.einsum("k,rkk->r", self.prior, self.confusion)


def dawid_skene(ratings: Ratings, *, smoothing: float = 0.01, most_steps: int = 500) -> Consensus:
    """Fit by expectation maximisation from the majority shares.

    Parameters
    ----------
    smoothing
        Pseudo-count of every cell of the priors and confusion matrices (a symmetric Dirichlet prior), so that
        no rater is ever certain. The penalised log-likelihood rises until it gains less than 1e-9 of itself.

    References
    ----------
    Dawid & Skene 1979, Appl Stat 28:20.
    """
    n_units, n_raters, n_levels = ratings.n_units, ratings.n_raters, ratings.n_levels
    cell = ratings.rater * np.int64(n_levels) + ratings.code
    votes = np.bincount(ratings.unit * np.int64(n_levels) + ratings.code, minlength=n_units * n_levels)
    posterior = votes.reshape(n_units, n_levels) / ratings.per_unit[:, np.newaxis]
    trace: list[float] = []
    while True:
        prior = posterior.sum(axis=0) + smoothing
        prior = prior / prior.sum()
        counts = np.empty((n_levels, n_raters, n_levels))
        for label in range(n_levels):
            weights = posterior[ratings.unit, label]
            counts[label] = np.bincount(cell, weights, n_raters * n_levels).reshape(n_raters, n_levels)
        confusion = (counts + smoothing) / (counts + smoothing).sum(axis=2, keepdims=True)
        log_confusion = np.log(confusion)
        log_joint = np.tile(np.log(prior), (n_units, 1))
        for label in range(n_levels):
            given = log_confusion[label, ratings.rater, ratings.code]
            log_joint[:, label] += np.bincount(ratings.unit, given, n_units)
        largest = log_joint.max(axis=1, keepdims=True)
        share = np.exp(log_joint - largest)
        total = share.sum(axis=1, keepdims=True)
        posterior = share / total
        penalty = smoothing * (log_confusion.sum() + np.log(prior).sum())
        trace.append(float((largest + np.log(total)).sum() + penalty))
        if len(trace) >= most_steps or (len(trace) > 1 and trace[-1] - trace[-2] <= 1e-9 * abs(trace[-1])):
            return Consensus(posterior, prior, confusion.transpose(1, 0, 2), tuple(trace))
