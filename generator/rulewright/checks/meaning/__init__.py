"""Checks of what the rules lead to, over all situations (RW301, RW33x): findings of `rulewright.engines.solver` in the words of
rulebooks."""
