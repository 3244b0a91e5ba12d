"""What readers see, made from views: screens and what changes in them, pictures, rulebook, practice."""
