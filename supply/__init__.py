"""What is shipped and what it is made of: the wheel, its bill of materials, the audit of what is pinned. Not part of the package."""
