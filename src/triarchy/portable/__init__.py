"""The portable file of a game: its rules and bots as WebAssembly, made from the compiled functions."""
