"""Streamlit's entry: it is run, never imported, and holds nothing."""

import streamlit as st

from annotate_app.ui.navigation import run_app

run_app(st.context.cookies, st.context.headers)
