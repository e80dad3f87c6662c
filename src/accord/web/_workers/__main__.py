"""The process of a worker."""

from accord.web._workers.process import main

if __name__ == "__main__":
    main()
