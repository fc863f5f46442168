"""Can a phase with ensures still be completed: lookahead and what makes it short."""
