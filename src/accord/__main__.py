"""`python -m accord` is `accord`."""

from accord._cli import main

if __name__ == "__main__":
    main()
