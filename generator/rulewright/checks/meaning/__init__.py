"""Checks of the rules over all situations (RW301, RW33x): findings of `rulewright.analysis.verdicts` in the words of
rulebooks."""
