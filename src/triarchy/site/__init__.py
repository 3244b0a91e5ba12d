"""The site that needs no server: the same client, and the same Python for words and pictures, run in the page."""
