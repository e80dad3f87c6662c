"""`python -m accord` is `accord`."""

from accord.cli import main

if __name__ == "__main__":
    main()
