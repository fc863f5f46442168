"""The Python that is written for a program."""
