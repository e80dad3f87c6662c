"""Running jobs: the scheduler, the backends, and the watcher that limits and measures each job."""
