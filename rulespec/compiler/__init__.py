"""The compiler: a spec's syntax trees become one typed program, or a list of findings."""

from rulespec.compiler.compile import Compiled, compile_spec

__all__ = ["Compiled", "compile_spec"]
