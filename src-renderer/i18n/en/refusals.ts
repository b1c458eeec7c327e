// Why a request was refused without a person: parts of a sentence, one for each reason.
export const refusals = {
  one: "Refused: {{why}}.",
  many_one: "Refused {{count, number}} request: {{why}}.",
  many_other: "Refused {{count, number}} requests: {{why}}.",
  countOnly: "The first of them is shown. Of the others only the number and the time are kept.",
  silentSent:
    "Nothing was sent: an answer under this id would answer the other request that has it.",
  why: {
    "tool-result-missing": "a tool use in it has no result",
    "tool-results-mixed": "tool results are mixed with other content",
    "tools-not-declared": "it uses tools, which Countersign had not offered",
    "invalid-params": "it breaks the protocol’s rules",
    "not-associated": "no call of yours is open",
    "call-ambiguous": "it could belong to several of your calls",
    "duplicate-id": "its id is in use by another open request",
    stopped: "everything was stopped",
    "not-recorded": "it could not be recorded",
    "no-model": "there is no model for it",
    "too-large": "{{found}}, larger than {{limit}}",
    "too-many-values": "more than {{limit}} JSON values",
    "rate-limited": "more than {{limit}} a minute",
    "too-many-waiting": "{{limit}} wait already",
    "too-many-rounds": "more than {{limit}} under one call",
    "too-many-messages": "{{found}} messages, more than {{limit}}",
    "medium-too-large": "an image or sound of {{found}}, larger than {{limit}}",
    deskFull: "what waits already takes all the room that there is",
  },
} as const;
