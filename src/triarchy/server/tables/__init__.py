"""Tables and the games at them: made, joined, played, timed, talked at; and what is kept of them in memory."""
