"""A small model on this machine, offline, behind the protocol that all others are reached by."""
