"""English phrases by which people bargain. Each is tested on the written corpus of dialogues."""

import re
from importlib import resources

__all__ = [
    "ACCEPTING_ACT",
    "AFFIRMED",
    "APPROVAL",
    "CANCEL",
    "COMMON_WORDS",
    "DEAL",
    "FILLER",
    "GOOD_PRICE",
    "HEDGED",
    "HESITATION",
    "LIMIT",
    "LIMITED",
    "MAYBE",
    "MIDDLE",
    "NOT_YET",
    "OWN_OFFER",
    "QUOTED",
    "REFERENCE_AFTER",
    "REFERENCE_BEFORE",
    "REJECT",
]


def _any(*phrases: str, before: str = r"\b(?:", after: str = ")") -> re.Pattern[str]:
    return re.compile(before + "|".join(phrases) + after, re.IGNORECASE)


_OKAY = (
    r"(?:ok|okay|alright|all right|great|perfect|yes|yeah|yep|sure|fine|good|excellent|wonderful|"
    r"cool|thanks|"
    r"thank you|fair enough|very well|you know what|then|well|and|so|now)"
)

DEAL = _any(
    r"(?:it(?:'s| is)|that(?:'s| is)|we(?:'ve got| have| got)|you(?:'ve got| have|"
    r" got)(?: yourself| us)?|call it|"
    r"make it|sounds like|done)(?: officially)?(?: a)? deal",
    r"sold\b(?! (?:it|one|them|out|the|my|for|to (?!you\b))\b)",
    r"(?:buy|purchase|take|pay)(?: \w+){0,3}? (?:for |at )?(?:the|your) (?:(?:full|listed|list|"
    r"asking|original) )+price",
    r"agreed\b(?! (?:that|with)\b)",
    r"i(?:'ll| will| can| could| would|'d)?(?: be)?(?: gladly| happily| happy to| glad to|"
    r" willing to)? accept",
    r"(?:happy|glad|willing|ready) to accept",
    r"i(?:'ll| will| can| could)? agree (?:to (?:that|this|it|your|the|those)|on\b)",
    r"i(?:'ll| will|'d)(?: gladly| happily| be happy to)? (?:take (?:it|them|"
    r"the \w+)\b(?! (?:off|from|into|up)\b)|"
    r"buy (?:it|them|the \w+)|go with (?:that|it))",
    r"(?:it|that|they|the \w+)(?:'s| is|'re| are) (?:all )?yours",
    r"you can have (?:it|them)",
    r"let'?s (?:close|seal|shake|finali[sz]e|go with|settle (?:on|at|for))",
    r"shake on (?:it|that)",
    r"(?:we(?:'re| are)) (?:agreed|on)\b|you(?:'re| are) on\b",
    r"(?:glad|happy|pleased|great|good) (?:that )?we(?:'ve| have| could| were able to)? (?:reach|"
    r"reached|came to|"
    r"come to|agree|agreed|made|make)",
    r"pleasure doing business",
    rf"^(?:{_OKAY}[ ,.!]+)*(?:it's |it is )?(?:a )?(?:deal|done)\b(?! (?:is|was|would|off|breaker|with)\b)",
    before="(?:",
)
APPROVAL = _any(
    r"(?:that|it|this|which|price)?(?:'ll| will| would)? ?works? (?:well |fine |great |perfectly )?for me",
    r"that (?:will |would |should )?works?",
    r"(?:that |it |this )?sounds (?:good|great|fair|perfect|reasonable|fine|fantastic|wonderful|excellent|"
    r"like a plan)(?: to me)?",
    r"i(?:'ll|'m able to| can| could| will| am able to| think i can)? ?(?:do|take|live with|"
    r"work with|manage|handle) "
    r"(?:that|it|those)\b(?! for)",
    r"let'?s do (?:it|this|that)",
    r"(?:fair|perfect|fine|good|great|okay|ok|alright|all right|acceptable) (?:by|with|to|for) (?:me|us)",
    r"that(?:'d| would) be (?:wonderful|great|perfect|fantastic|fine|lovely|amazing)",
    r"it is\s*[.!]?$",
)
GOOD_PRICE = re.compile(
    r"^\s*(?:it|that|this)?\s*(?:is|'s|works|sounds|seems|would be|will be)\s+(?:\w+\s+)?(?:fine|"
    r"good|fair|great|ok|"
    r"okay|perfect|reasonable|acceptable|doable|for me)\b|^\s*(?:it is|works)\b",
    re.IGNORECASE,
)
"""After a price."""

NOT_YET = re.compile(
    r"(?:\b(?:not|no|never|cannot|if|unless|until|before|once|whether|wish|hardly|barely|can we|"
    r"could we|would you|"
    r"could you|let me know|in order to|hope|hoping|think about|consider|try to|trying to|"
    r"want to|love to|(?<!would )(?<!'d )like to|"
    r"what if|when)\b|n't\b)[^.!?]*$",
    re.IGNORECASE,
)
"""Before a phrase that would accept: takes the acceptance away."""

REJECT = _any(
    r"(?:ca|could|wo|would|do|did)n't (?:\w+ )?(?:do|go|accept|take|agree|sell|pay|afford|let|"
    r"offer|justify|come|give|"
    r"lower|drop|make|spend|part|stretch|budge|commit|be able|work|see|think)\b",
    r"(?:cannot|can not|will not|would not|not able to|unable to|not willing to|not going to|not ready to|"
    r"not prepared to|not comfortable)\b",
    r"too (?:low|high|much|little|steep|expensive|far|rich|big)\b",
    r"(?:a bit|quite|pretty|rather|very|a little|slightly|still|way|somewhat|"
    r"much) (?:a bit )?(?:too )?(?:high|low|steep|"
    r"much|lower|higher|more|less|below|above|expensive|over|on the (?:high|low) side)\b",
    r"(?:more|less|lower|higher) than (?:i|what|we|my|our)\b",
    r"don't have (?:that|enough|the money|so|as) ?(?:much|money)?",
    r"no (?:deal|way|thanks|thank you|sale|can do)\b",
    r"not (?:a deal|interested|enough|acceptable|for me|low enough|high enough)\b",
    r"(?:i'll|will|have to|going to|gonna|i'd better) pass\b",
    r"decline|refuse|walk away|out of (?:my|our) (?:budget|range|price|league)",
    r"(?:above|beyond|over|exceeds?) (?:my|our|what)\b",
    r"deal(?:'s| is) off|look elsewhere|keep looking|someone else|find another|non-?negotiable",
    after=r")|^no\b",
)
CANCEL = _any(
    "changed my mind",
    "deal(?:'s| is) off",
    "no deal",
    "back(?:ing)? out",
    "can't go through with",
    "call(?:ing)? it off",
    "not going through with",
)
LIMIT = _any(
    "below|under|less than|above|over|beyond|past|more than|exceed|(?:lower|higher|further)(?: than)?",
    after=r")\s*$",
)
"""Before a price: a limit; whether it is the speaker's own depends on `LIMITED` before that."""

LIMITED = re.compile(r"n't\b|\b(?:not|no|nothing|never|cannot|unable|refuse)\b", re.IGNORECASE)
REFERENCE_BEFORE = _any(
    r"list(?:ed|ing)?",
    r"(?:the|your|you're|are|original|its|current) asking",
    r"original(?:ly)?|retail|paid|bought|worth|brand new|initial",
    r"instead of|rather than|down from|up from|discounted from|reduced from|from|compared to",
    r"someone|another|other (?:buyers?|people|offers?|sellers?)|elsewhere|similar|usually|"
    r"typically|online|market",
    r"cost me|costs?|sells? for|goes for|saved?|saving",
    r"add(?:ed|ing)?|extra|additional|knock(?:ed)?(?: off)?|by",
    after=r")\b[^,;]{0,40}$",
)
"""Before an amount: another figure than an offer."""

REFERENCE_AFTER = re.compile(
    r"^\s*(?:off\b|less\b|more\b|discount|(?:is |was |as )?(?:the |your |my |a )?(?:list|asking|"
    r"original|retail|initial|"
    r"sticker)|price tag|higher|lower|difference|apart|gap|deposit|up ?front|per\b|each\b|(?:for|"
    r"towards?) (?:the )?"
    r"(?:delivery|shipping|gas|repairs?|pickup)|(?:delivery|shipping) |extra)",
    re.IGNORECASE,
)
QUOTED = _any(
    r"you (?:\w+ )?(?:said|say|offered|mentioned|want(?:ed)?|ask(?:ed)?|quoted|proposed|"
    r"suggested)|your|you're|you'd",
    after=r")\b[^,;]*$",
)
OWN_OFFER = _any(
    r"(?:i|we)(?:'ll| will| can| could| would|'d| am|'m)(?: \w+){0,2} (?:do|pay|give|offer|take|"
    r"accept|sell|let|go|meet|"
    r"buy|manage|agree|settle|willing|happy|come)",
    r"let's (?:do|say|settle|go|call|make)",
    r"call it|make it|deal (?:at|for)|sold (?:at|for)|yours for|it's|have it for",
    after=r")\b[^,;]*$",
)
FILLER = re.compile(
    rf"(?:[\s,.!\"“”']|\b(?:{_OKAY}|for|at|just|deal|cash|today|final|it is|total|it|exactly|even|"
    rf"(?:with|including) the \w+)\b)*",
    re.IGNORECASE,
)
ACCEPTING_ACT = _any(
    r"shak(?:es?|ing) (?:\w+'?s? ){0,3}hands?|handshake",
    r"(?:hand|give|pass|slide)s? (?:over |\w+ ){0,2}(?:the )?(?:cash|money|payment|\$)",
    r"pays?\b|counts? out|nods? in agreement|hands? over",
)
MAYBE = re.compile(rf"^(?:(?:{_OKAY}|i see|hm+|u?gh|uh|oh|ah|nods?|smiles)[\s,.!…]*)+$", re.IGNORECASE)
HEDGED = re.compile(
    r"\b(?:could work|might work|guess so|i (?:guess|suppose) (?:that|so|it))\b", re.IGNORECASE
)
AFFIRMED = re.compile(
    r"(?:^|[.!?:]\s+)(?:yes|yeah|yep|yup|sure|absolutely|definitely|certainly|of course|ok|okay|"
    r"alright|all right|fine|"
    r"right|exactly|(?:i|we) (?:would|could|can|will|do)(?=\s*[.!]|$))\b(?!\s+(?:\w+\s+)?(?:with|"
    r"at|for|to|be)\b)(?=[^.!?]*(?:[.!]|$))",
    re.IGNORECASE,
)
HESITATION = re.compile(
    r"\b(?:but|however|unless|if|though|unfortunately|let me|think|consider|depends|maybe|"
    r"perhaps|not|never)\b|n't\b",
    re.IGNORECASE,
)
"""Takes `AFFIRMED` away, wherever it stands in the turn."""

MIDDLE = _any(r"split the difference|meet (?:you |me |each other )?(?:in the middle|half ?way)")

COMMON_WORDS = frozenset(
    (resources.files("sim.scenarios") / "words" / "common_english.txt").read_text(encoding="utf-8").split()
)
