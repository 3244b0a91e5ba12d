"""What a game is made with beside its rules: the definition, documents, languages, pictures."""
