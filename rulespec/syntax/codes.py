"""Every diagnostic code and its title, one line each. Codes are stable: one that goes out of use is never reused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A diagnostic code and, in one line, what it reports."""

    code: str
    title: str


_TITLES = {
    # RS1xx: the text is not a spec
    "RS101": "the first line does not say `rules 1`",
    "RS102": "the spec asks for a version of the language that is not known",
    "RS103": "a word or sign stands where it cannot",
    "RS104": "a bracket or brace is not closed, or closed by the wrong one",
    "RS105": "a reserved word is used as a name",
    "RS106": "a character that specs do not use",
    "RS107": "a text without its closing quotation mark",
    "RS108": "a number is too large",
    "RS109": "the text is nested too deeply",
    "RS110": "the file is too large",
    "RS111": "the file is not UTF-8",
    "RS112": "the file cannot be read",
    "RS113": "something is said twice that may be said once",
    "RS114": "the entry contradicts itself",
    # RS2xx: names, types and shapes of declarations
    "RS201": "something is declared or named twice",
    "RS202": "a name that nothing bears",
    "RS203": "a word of the language is declared as a name",
    "RS204": "a spec extends more than one other",
    "RS205": "not the name of a spec",
    "RS206": "specs use each other in a circle",
    "RS207": "a spec that is used or extended is not there",
    "RS208": "an overlay is made for another spec",
    "RS209": "two overlays change the same thing",
    "RS210": "a path with too many steps",
    "RS211": "a value that cannot be set",
    "RS212": "a part that cannot be added",
    "RS213": "a path that is not a step of a phase",
    "RS214": "only a refusal can be turned into a fine",
    "RS215": "a library needs something that the game does not declare",
    "RS216": "a file that is neither a game nor a library",
    "RS217": "the numbers of players",
    "RS218": "a game without a deck",
    "RS219": "a game without a match",
    "RS220": "an overlay that needs another",
    "RS221": "a word that could mean two things",
    "RS222": "a scope where a value is wanted",
    "RS223": "a rank that the deck does not have",
    "RS224": "the wrong number of arguments",
    "RS225": "the wrong number of indices",
    "RS226": "an index on something that has none",
    "RS227": "actor where nobody acts",
    "RS228": "teams in a game that has none",
    "RS229": "an attribute that does not apply",
    "RS230": "a value that may be none where one is needed",
    "RS231": "a number that is never in range",
    "RS232": "a value of the wrong kind",
    "RS233": "a comparison that cannot be",
    "RS235": "a value that must be known before the game",
    "RS236": "division by zero",
    "RS237": "a range that is empty or missing",
    "RS238": "chance inside an expression",
    "RS239": "highest or lowest of something that is not measured",
    "RS240": "base() where nothing is replaced",
    "RS241": "a query of the score sheet that is not one",
    "RS242": "a quantifier without what it needs",
    "RS243": "leave where there is nothing to leave",
    "RS244": "a statement that a move's effect cannot hold",
    "RS245": "a block after a secret choice",
    "RS246": "not a place for cards",
    "RS247": "the order of a place that has none",
    "RS248": "an assignment to something that is not a variable",
    "RS249": "a kind that cannot be an index",
    "RS250": "the deck contradicts itself",
    "RS251": "two rows give one card different values",
    "RS252": "a value table leaves cards out",
    "RS253": "an attribute that has no succession",
    "RS254": "a pattern that nothing matches",
    "RS255": "totals over values below zero",
    "RS256": "a viewer that a place does not have",
    "RS257": "a pattern made of too many others",
    "RS260": "braces in a sentence",
    "RS270": "a schedule lacks something",
    "RS271": "a stage says two things at once",
    "RS299": "a construct that this version cannot execute yet",
    # RS4xx: what the spec does
    "RS401": "a test of something that is never none",
    "RS402": "two values that may both be none are compared",
    "RS403": "a choice among cards that the chooser cannot see",
    "RS404": "a choice with too many values",
    "RS405": "a deal that needs more cards than there are",
    "RS406": "a variable that is read and never set",
    "RS410": "several seats asked in a phase with an ensure",
    "RS411": "chance after the first choice in a phase with an ensure",
    "RS412": "an unseen card moved after the first choice in a phase with an ensure",
    "RS413": "a secret choice that touches what others share",
    "RS414": "a move that reads what its player cannot see",
    "RS420": "a move that nobody is asked for",
    "RS421": "a phase that is never run",
    "RS422": "a variable that is never read, or never set",
    "RS423": "an option that changes nothing",
    "RS424": "a declaration that is not used",
    "RS425": "a refusal that always or never holds",
    "RS426": "two names that differ by one letter",
    "RS427": "two conventions for one statement",
    "RS430": "a place that never gets a card",
    "RS431": "a deck that is never dealt",
    # RS5xx: everything ends
    "RS501": "something uses itself",
    "RS502": "a loop without a bound",
    "RS503": "the end of a phase that is not running",
    # RS6xx: the spec and the sources that it cites
    "RS601": "a statement is cited that the sources do not have",
    "RS602": "nothing implements a statement of the sources",
    "RS603": "no convention decides what a statement of the sources leaves open",
    "RS604": "the sources cannot be read",
    "RS605": "the sources are not written as sources are",
    "RS606": "statements are cited, and the spec names no sources",
}

CODES: dict[str, Code] = {code: Code(code, title) for code, title in _TITLES.items()}
"""All codes by name."""
