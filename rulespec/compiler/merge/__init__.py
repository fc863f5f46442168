"""Which declarations are in force: loading files, merging libraries and overlays, applying edits."""
