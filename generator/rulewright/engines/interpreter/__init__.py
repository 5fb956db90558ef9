"""The reference interpreter as an engine: `rulewright.interpreter` answers, with the whole argument."""
