"""Shapes of cards: recognising them, listing those in a hand, extending them, splitting a hand into them."""

from rulespec.interpreter.patterns.card_classes import Combo
from rulespec.interpreter.patterns.engine import PatternEngine, Roles
from rulespec.interpreter.patterns.plan import LIMIT, PatternLimit

__all__ = ["LIMIT", "Combo", "PatternEngine", "PatternLimit", "Roles"]
