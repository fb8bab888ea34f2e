"""English as strings: articles, plurals, verbs that agree, negation, clauses that hang on a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = [
    "MARK",
    "a",
    "agreeing",
    "base_form",
    "be",
    "capital",
    "clauses_joined",
    "does",
    "each_one",
    "gerund",
    "grouped",
    "is_plural",
    "joined",
    "listed",
    "negated",
    "nominative",
    "nowhere",
    "objective",
    "of_one",
    "of_several",
    "once_more",
    "plural_of",
    "plural_that",
    "possessive",
    "put_in",
    "relative",
    "singular_of",
    "third_person",
    "words",
]

VOWELS = "aeiou"
_SAID_WITH_VOWEL = re.compile(r"(?:hour|honou?r|honest|heir)", re.IGNORECASE)
_SAID_WITH_CONSONANT = re.compile(r"(?:uni(?![nm])|us[eu]|util|eu|on(?:e|ce)\b)", re.IGNORECASE)
_PREPOSITION = re.compile(
    r"\b(?:other than|of|for|in|on|to|from|at|by|with|without|under"
    r"|among|between|around|above|below|beside|behind|before|next"
    r"|that|which|who|where|whose|up|out|as|it|clockwise|counterclockwise)\b"
)
_AUXILIARY = re.compile(r"\b(is|are|was|has to|have to|may|can|must|will)\b")
_OBJECT = re.compile(
    r"\b(of|for|in|on|to|from|at|with|by|than|over|under|includes?|cover|covers|touch|touches|fits?|wants?"
    r"|build|builds|facing) they\b"
)
_BETWEEN = re.compile(r"\b(between (?:\w+ )+and) they\b")
_BASE = {"is": "are", "has": "have", "does": "do", "goes": "go"}
_THIRD = {base: third for third, base in _BASE.items()} | {"are": "is"}
_AFTER_VERB = frozenset(
    "a an the its his their your my this that these another one no itself themselves up on in at out off "
    "over for from to as with without inside outside back again together along away apart down there here "
    "alone them it you".split()
)
"""Words that follow a verb rather than a noun."""
_SINGULAR = frozenset("what whoever this each every a an another one any no".split())
"""Words with which the name of one thing begins."""
_SINGULAR_S = ("ss", "us", "is")


def words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """With its first letter in upper case."""
    return text[:1].upper() + text[1:]


def a(noun: str) -> str:
    """With its article."""
    if noun.startswith("other "):
        return f"an{noun}"
    if _SAID_WITH_VOWEL.match(noun):
        return f"an {noun}"
    vowel = noun[:1].lower() in VOWELS and _SAID_WITH_CONSONANT.match(noun) is None
    return f"{'an' if vowel else 'a'} {noun}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def grouped(number: int) -> str:
    """A number with its thousands apart."""
    return f"{number:,}"


def possessive(owner: str) -> str:
    """`your`, `its`, `X's`."""
    known = {"you": "your", "it": "its", "they": "their"}.get(owner)
    if known is not None:
        return known
    return f"{owner}'" if owner.endswith("s") and is_plural(owner) else f"{owner}'s"


def plural_of(noun: str) -> str:
    """The usual plural of a noun."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def singular_of(noun: str) -> str:
    """One of what a plural names."""
    if noun.endswith("ies") and len(noun) > len("ties"):
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("sses", "xes", "ches", "shes")) else noun.removesuffix("s")


def is_plural(phrase: str) -> bool:
    """Does a noun phrase name several things: does the noun before its first preposition end so?"""
    if phrase in ("you", "they", "these", "those"):
        return True
    head = _PREPOSITION.split(phrase, maxsplit=1)[0].split()
    if not head or head[0] in _SINGULAR:
        return False
    if head[0] in ("those", "these", "all", "both") or (head[0].isdigit() and head[0] != "1"):
        return True
    behind = head[-1].endswith(("ed", "en")) or head[-1] in ("right", "just", "directly")
    last = head[-2] if len(head) > 1 and behind else head[-1]
    return last.endswith("s") and not last.endswith(_SINGULAR_S) and "'" not in last


def be(subject: str) -> str:
    """`is` or `are`."""
    return "are" if is_plural(subject) else "is"


def third_person(verb: str) -> str:
    """The verb of `the player …`."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb.endswith(("s", "x", "ch", "sh", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def gerund(verb: str) -> str:
    """`score` as `scoring`, `put` as `putting`."""
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return f"{verb[:-1]}ing"
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"


def base_form(verb: str) -> str:
    """The verb of `they …`, from that of `it …`."""
    if verb in _BASE:
        return _BASE[verb]
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "xes", "ches", "shes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith(_SINGULAR_S) else verb


def agreeing(text: str) -> str:
    """A clause whose subject `they` or `you` stands first, its verb in the form that goes with it."""
    found = re.match(r"(they|you)( alone| also| both)? (\w+)", text, re.IGNORECASE)
    if found is None:
        return text
    return f"{found[1]}{found[2] or ''} {base_form(found[3])}{text[found.end() :]}"


def objective(text: str) -> str:
    """The text with `them` where `they` is no subject."""
    return _BETWEEN.sub(r"\1 them", _OBJECT.sub(r"\1 them", text))


MARK = "ǂ"
"""Behind a noun while its text is looked over, to tell it from the same word in another name."""


_ANOTHER = re.compile(r"\b(?:the|an?|that|this|your|another|each|every|its) [a-z]")
"""What names one more thing, that a pronoun behind it could mean."""
_BEHIND = re.compile(r"\b(of|for|in|on|to|from|at|with|by|than|over|under|facing|around|between) $")


def once_more(text: str, full: str, *, several: bool) -> str | None:
    """A text in which a noun bears the mark, with a pronoun for all but its first mention.

    `several`: the pronoun is `they`, whose verb has another form, so that only `their` and `them` are put in.
    A noun stays where the pronoun could mean another thing, named since. None where nothing came of it.
    """
    marked = full + MARK
    first, *others = text.split(marked)
    if not others:
        return None
    own, other = ("their", "them") if several else ("its", "it")
    said, since = first + full, others[0]
    changed = False
    for rest in others[1:]:
        owned = re.search(r"\bthe (number of )?([\w -]+?) of $", since)
        plain = since if owned is None else since[: owned.start()]
        clear = several or not first.strip() or _ANOTHER.search(plain) is None
        if clear and rest.startswith("'s"):
            said, since = f"{said}{since}{own}", rest[2:]
        elif clear and owned is not None:
            said, since = f"{said}{plain}{(owned[1] and 'the number of ') or ''}{own} {owned[2]}", rest
        elif clear and (not several or _BEHIND.search(since)):
            said, since = f"{said}{since}{other}", rest
        else:
            said, since = f"{said}{since}{full}", rest
            continue
        changed = True
    return f"{said}{since}".replace(MARK, "") if changed else None


def plural_that(text: str) -> str:
    """`that are a boat` as it is said of several: `that are boats`."""
    found = re.match(r"(that are (?:not )?)an? ([a-z][\w -]*?)( of .*| in .*| with .*|$)", text)
    if found is None or _AUXILIARY.search(found[2]) or " and " in found[2] or " or " in found[2]:
        return text
    return f"{found[1]}{plural_of(found[2])}{found[3]}"


def negated(clause: str) -> str:
    """The opposite of a clause."""
    main, when, rest = re.split(r"( (?:when|while|unless) |$)", clause, maxsplit=1)
    if when:
        return f"{negated(main)}{when}{rest}"
    found = _AUXILIARY.search(clause)
    if found is not None:
        before, after = clause[: found.end()], clause[found.end() :]
        return f"{before}not{after}" if found[1] == "can" else f"{before} not{after}"
    owning = re.match(r"(.+?) (has|have) (?:an? )?(?!the |your |its |their )(.+)", clause)
    if owning is not None:
        return f"{owning[1]} {owning[2]} no {owning[3]}"
    parts = clause.split(" ")
    for number, word in enumerate(parts[2:-1], 2):
        # Behind a noun with its article stands a verb, if what follows is a noun of several.
        verb = word.endswith("s") and not word.endswith(_SINGULAR_S) and parts[number + 1].endswith("s")
        if verb and parts[number - 2] in ("a", "an", "the", "your", "each", "every", "another"):
            return " ".join([*parts[:number], "does not", base_form(word), *parts[number + 1 :]])
    for number, word in enumerate(parts[:-1]):
        after = parts[number + 1]
        if number == 0 or "'" in word:
            continue
        if word.endswith("s") and not word.endswith(_SINGULAR_S) and after in _AFTER_VERB:
            return " ".join([*parts[:number], "does not", base_form(word), *parts[number + 1 :]])
    first = parts[0].lower()
    if first in ("they", "you"):
        return " ".join([parts[0], "do not", *parts[1:]])
    for number, word in enumerate(parts[:-1]):
        plural = word.endswith("s") and not word.endswith(_SINGULAR_S) and "'" not in word
        if plural and parts[number + 1].islower() and parts[number + 1] not in _AFTER_VERB:
            return " ".join([*parts[: number + 1], "do not", *parts[number + 1 :]])
    return f"it is not so that {clause}"


def nowhere(clause: str) -> str:
    """The opposite of a clause that says of something that there is such a thing: `no boat has sunk`."""
    found = re.match(
        r"an? ([\w -]+? (?:is|are|was|were|has|have) (?!to\b)\w+ed\b.*|[\w -]+? (?:is|was) .*)", clause
    )
    return f"no {found[1]}" if found is not None else negated(clause)


_ON_IT = re.compile(
    r"the (?:number of )?([\w -]+?) (on|in|under|over) (it|them|they) (?:is|are) "
    r"(at least |at most |more than |less than |)(\d[\d,]*)(?: (\w+))?"
)
"""A clause about how much lies on something."""


def _with_so_many(what: str, where: str, pronoun: str, how: str, number: str, unit: str | None) -> str:
    place = f"{where} {'it' if pronoun == 'it' else 'them'}"
    if number == "0" and not how and unit is None:
        return f"without {what} {place}"
    named = what if number != "1" or unit is not None else singular_of(what)
    return f"with {how}{number} {named if unit is None or unit == what else f'{unit} of {what}'} {place}"


def relative(clause: str) -> str:
    """A clause about `it` or `they` as it hangs on the noun that these words stand for."""
    first, _, rest = clause.partition(" ")
    if first in ("it", "they") and rest and not rest.startswith(("and ", "or ")):
        return f"that {rest}"
    if first in ("its", "their") and rest:
        same = re.fullmatch(rf"([a-z -]+) is the \1({MARK}?)", rest)
        rest = re.sub(rf"\b(and|or) {first} ", r"\1 whose ", rest)
        return f"whose {rest}" if same is None else f"of that {same[1]}{same[2]}"
    found = re.fullmatch(r"the ([\w -]+?) of (?:it|them|they) ((?:for you )?(?:is|are|has|have) .*)", clause)
    if found is not None and not _PREPOSITION.search(found[1].removeprefix("number of ")):
        return f"whose {found[1]} {found[2]}"
    found = _ON_IT.fullmatch(clause)
    if found is not None:
        return _with_so_many(*found.groups())
    found = re.fullmatch(r"(you|the [\w -]+?) ((?:may|can|must) \w+) (?:it|them|they)", clause)
    if found is not None:
        return f"that {found[1]} {found[2]}"
    found = re.fullmatch(r"(.+) (includes?) (?:it|them|they)", clause)
    if found is not None and " and " not in found[1] and " or " not in found[1]:
        return f"that {found[1]} {found[2]}"
    found = re.fullmatch(r"there (?:is|are) (no )?(.+) (?:in|on) (?:their|its) ([\w -]+)", clause)
    if found is not None:
        owner = "their" if " their " in clause else "its"
        one = a(found[2]) if found[1] else found[2]
        return f"{'without' if found[1] else 'with'} {one} in {owner} {found[3]}"
    return f"where {clause}"


_DOES = re.compile(
    r"that (?!(?:(?:are|is) (?:not )?(?:an?|the)"
    r"|you|the|an?|it|they|no|any|every|each|your|its|their|this) )"
)
"""How a clause begins that says what its noun is or does: not what somebody does to it."""


def does(noun: str, clause: str) -> bool:
    """Whether `boat` and `that sinks` make the clause `boat sinks`, with nothing to be misread."""
    plain = re.search(r"\b(?:where|whose|which|who|that|with|without|and|or)\b", noun) is None
    return plain and " and " not in clause and " or " not in clause and _DOES.match(clause) is not None


def of_several(noun: str, one: str, nouns: str) -> str:
    """`drawn boats` as it is said of one of them: `drawn boat`."""
    last = nouns.rsplit(" ", 1)[-1]
    return noun.removesuffix(last) + one.rsplit(" ", 1)[-1]


def _beginning(texts: Sequence[str]) -> str:
    """The words with which all texts begin."""
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((n for n, (one, other) in pairs if one != other), len(first))]


def joined(clauses: Sequence[str], word: str) -> str:
    """Clauses with `and` or `or` between them; a subject, or a subject and its verb, stands once."""
    if len(clauses) < 2:
        return "".join(clauses)
    first = clauses[0]
    found = re.match(r".+ (?:is|are) ", _beginning(clauses))
    if found is not None and " or " not in found[0] and " and " not in found[0]:
        lead = found[0]
        rest = [clause.removeprefix(lead) for clause in clauses]
        plain = not any(" and " in one or " or " in one or ", " in one for one in rest)
        if plain and (not rest[0].startswith("not ") or all(r.startswith("not ") for r in rest)):
            return f"{lead}{listed(rest, word)}"
    said = [first]
    subject = re.match(r"(it|they|you) (?!and |or |alone )(?=[a-z])", first)
    for clause in clauses[1:]:
        same = subject is not None and clause.startswith(subject[0])
        said.append(clause.removeprefix(subject[0]) if same and subject is not None else clause)
    return f" {word} ".join(said)


def put_in(pattern: str, args: Sequence[str]) -> str:
    """A pattern of the vocabulary with the arguments in their places."""

    def put(match: re.Match[str]) -> str:
        value = args[int(match[1])]
        return possessive(value) if match[2] else value

    return re.sub(r"\{(\d)('s)?\}", put, pattern)


def clauses_joined(clauses: Sequence[str]) -> str:
    """Clauses that hang on one noun; a word that begins several stands once."""
    said: list[str] = []
    for clause in clauses:
        first, _, rest = clause.partition(" ")
        told = said and first in ("that", "where", "who") and said[-1].startswith(f"{first} ")
        if said and first in ("with", "without") and said[-1].startswith(("that ", "who ")):
            verb = said[-1].split(" ")[1]
            have = "have" if base_form(verb) == verb and verb != "is" else "has"
            clause = f"{have} {rest}" if first == "with" else f"{have} no {re.sub('^an? ', '', rest)}"
        said.append(rest if told else clause)
    return f" {' and '.join(said)}" if said else ""


def each_one(several: str) -> str:
    """What follows `each` for some that are named without their article: `boat at the pier`, `of the …`."""
    if several.startswith(("your ", "its ", "their ")):
        return f"of {several}"
    found = _PREPOSITION.search(several)
    end = len(several) if found is None else found.start()
    head, rest = several[:end].rstrip(), several[end:]
    head, comma, after = head.partition(",")
    words_of = head.split(" ")
    place = len(words_of) - 1
    while place > 0 and words_of[place].endswith(("ed", "en", "ing")):
        place -= 1
    plural = words_of[place]
    if (
        "'" in head
        or rest.startswith("of all ")
        or not is_plural(plural)
        or plural in ("thousands", "hundreds")
    ):
        return f"of the {several}"
    one = " ".join([*words_of[:place], singular_of(plural), *words_of[place + 1 :]])
    tail = f"{comma}{after} {rest}".rstrip() if comma or rest else ""
    return f"{one}{of_one(tail, single=True)}"


_MODAL = frozenset("may can must will might has is does".split())
"""Verbs that have one form, or stand in that for one already."""
SUBJECTS = frozenset("you it they we i a an the any each every your its their".split())
"""Words with which the subject of a clause begins, so that no verb stands there."""


def of_one(tail: str, *, single: bool) -> str:
    """What hangs on a noun of several, as it hangs on one of them: `who have` becomes `who has`.

    In `that you own` the verb is that of `you` and stays.
    """
    found = re.match(r" ((?:who|that)(?: alone| also)?) (\w+)", tail)
    if found is None or not single or found[2] in SUBJECTS or found[2] in _MODAL:
        return tail
    return f" {found[1]} {third_person(found[2])}{tail[found.end() :]}"


def nominative(owner: str) -> str:
    """Whose it is, without the ending that says so."""
    return owner.removesuffix("'s") if owner.endswith("'s") else owner.removesuffix("'")
