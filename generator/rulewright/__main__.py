"""`python -m rulewright`: the same as the command `rulewright`."""

from rulewright.cli import main

if __name__ == "__main__":  # a worker that is spawned imports it
    main()
