"""Formulas over all situations: variables with finite domains, numbers over them, truths and values that may be undefined.

Equal formulas are the same number (`space`), so that comparing two is free. A truth (`symbolic`) is three formulas: the regions in which a
condition is true, false, and undefined by conflict. A value is a list of leaves, each with its guard.
"""
