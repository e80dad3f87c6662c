"""What is to run: a study, its data sets, its jobs and their limits."""
