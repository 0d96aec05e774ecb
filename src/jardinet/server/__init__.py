"""Web server: tables that people and bots sit down at in the browser, pages, live updates."""
