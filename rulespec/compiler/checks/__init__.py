"""What is wrong with a whole spec or program: one family of diagnostics a module."""
