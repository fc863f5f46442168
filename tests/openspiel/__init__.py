"""Specs that play exactly as OpenSpiel does."""
