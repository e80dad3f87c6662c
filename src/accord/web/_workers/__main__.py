"""The process of a worker."""

from accord.web._workers.process import main

main()
