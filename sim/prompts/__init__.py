"""Prompt templates: package data, versioned and hashed."""
