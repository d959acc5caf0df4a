"""Foreign episode formats, one module each, every one read into the contract's episodes."""
