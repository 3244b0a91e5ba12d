"""The table in the browser: HTTP, events and storage around games being played."""
