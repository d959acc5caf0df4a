"""Chat models: a protocol, an OpenAI-compatible and a scripted client, and the journal of paid calls."""
