"""Simulate paired dialogues that differ in who knows what, and judge them with language models."""
