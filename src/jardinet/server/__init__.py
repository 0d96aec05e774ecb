"""Jardinet in the browser: tables that people and bots sit down at, pages, live updates."""
