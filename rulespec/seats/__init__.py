"""Seats where people sit: what they are shown, what they are asked, what they may take back."""
