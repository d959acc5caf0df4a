"""Pure design: what a rater is shown, who rates what in which order. No database, no Streamlit."""
