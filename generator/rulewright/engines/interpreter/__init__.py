"""The reference interpreter: answers a question in one situation, with its explanation.

It defines the meaning of the language; tests hold all other engines equal to it. `engine` adapts it to the protocol of engines.
"""
