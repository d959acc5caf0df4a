"""Parts of pages that Streamlit does not have: the rating item, the look of the app."""
