"""A match on paper: the transcript, the score sheet, the JSON report. Knows no game, only events and entries."""
