"""The three modes: who writes the dialogue, and who sees what while doing so."""
