"""What is shipped, and what it is made of: the wheel and its bill of materials, and the audit of what is pinned. Not part of the package."""
