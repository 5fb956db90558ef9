"""The commands as the tests of commands run them."""
