"""The Python API of the commands; `import rulewright` re-exports its names.

A result is a typed object that can build the JSON document of its command (`to_json`); invalid input raises a `rulewright.Error` with the
message of the command. Nothing here prints, prompts or ends the process. The commands are built on it.
"""
