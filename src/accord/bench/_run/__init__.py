"""How jobs run: scheduled, each in a process of its own, watched and limited."""
