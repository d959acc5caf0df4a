"""What the app answers outside Streamlit's pages: links, drafts, signing in, files, headers."""
