"""What program a spec becomes: phases, moves, schedules and their statements."""
