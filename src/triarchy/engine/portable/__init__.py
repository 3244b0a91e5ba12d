"""Running a game's portable file, its rules and bots as WebAssembly: `files` reads it, `machine` runs it, `calls` passes
what compiled functions are called with."""
