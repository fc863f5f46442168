"""What each name, type and expression means."""
