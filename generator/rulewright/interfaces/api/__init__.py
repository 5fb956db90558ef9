"""What the commands do, for programs; `import rulewright` hands its names on.

Every result is a typed object that knows the JSON document of its command (`to_json`); every fault of what was given is a
`rulewright.Error` with the command's sentence. Nothing here prints, asks or ends the process. Commands stand on it.
"""
