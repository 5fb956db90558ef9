"""Formulas over all situations: variables with few values, numbers over them, truths and values that are open in places.

Equal formulas are one and the same number (`space`), so that comparing two costs nothing. A truth (`symbolic`) is three formulas: where a
condition holds, where it does not, and where it is open by conflict. A value is a list of leaves, each with where it is the value.
"""
