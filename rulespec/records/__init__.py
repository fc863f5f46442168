"""Match files: saving a match, reading it, playing it again. ``docs/reference/match-files.md`` describes the format."""
