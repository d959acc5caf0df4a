"""Tests of `sim.scenarios`."""
