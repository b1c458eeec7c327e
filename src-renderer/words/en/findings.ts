// The words of findings and redaction.
import { shared } from "./common.ts";

// Findings: what each kind is, why a person should look, what one looks like.
const identifiesAPerson = "Identifies a person.";

export const findings = {
  group: {
    characters: "Characters",
    hidden: "Hidden text",
    instructions: "Instructions to the model",
    commands: shared.commands,
    secrets: shared.secrets,
    personal: "Personal data",
    links: "Links",
    changes: "Changes",
  },
  severity: { high: "Serious", low: "Minor" },
  looking: "Scanning…",
  late: "The scan didn’t finish in time: only invisible characters were checked.",
  cameLate_zero: "Scan finished late: no findings.",
  cameLate_one: "Scan finished late: {{count, number}} finding.",
  cameLate_other: "Scan finished late: {{count, number}} findings.",
  more_one: "{{count, number}} more isn’t listed.",
  more_other: "{{count, number}} more aren’t listed.",
  unseen_one:
    "{{count, number}} place that may contain encoded text or secrets wasn’t scanned: there is too much of it.",
  unseen_other:
    "{{count, number}} places that may contain encoded text or secrets weren’t scanned: there are too many.",
  next: "Next finding",
  previous: "Previous finding",
  showAll_one: "Show {{count, number}} more",
  showAll_other: "Show {{count, number}} more",
  inside: "Found inside encoded text.",
  decoded: "Decodes to",
  removeAll_one: "Remove the invisible character",
  removeAll_other: "Remove all {{count, number}} invisible characters",
  offCount_one: "{{count, number}} check is turned off.",
  offCount_other: "{{count, number}} checks are turned off.",
  choose: "Choose checks",
  kind: {
    "zero-width": {
      title: "Invisible characters",
      why: "Take up no space: they can split words or carry hidden text.",
      example: "U+200B in the middle of “password”",
    },
    "bidi-control": {
      title: "Direction overrides",
      why: "Change the display order, so the text reads differently from what it contains.",
      example: "U+202E before “txt.exe”",
    },
    "bidi-mark": {
      title: "Direction marks",
      why: "Common in right-to-left text, invisible everywhere.",
      example: "U+200F between words",
    },
    tag: {
      title: "Hidden tag characters",
      why: "Spell out text that models read and people don’t see.",
      example: "U+E0068 U+E0069 spells “hi”",
    },
    "variation-selector": {
      title: "Stray variation selectors",
      why: "After a character without variants, they can carry hidden bytes.",
      example: "U+E0121 after a letter",
    },
    "soft-hyphen": {
      title: "Soft hyphens",
      why: "Visible only at line ends; they split words to get past filters.",
      example: "U+00AD in “pass-word”",
    },
    "blank-letter": {
      title: "Blank letters",
      why: "Letters that display as nothing.",
      example: "U+3164, a Hangul filler",
    },
    "line-separator": {
      title: "Unusual line separators",
      why: "Some programs start a new line here, others don’t.",
      example: "U+2028",
    },
    control: {
      title: "Control characters",
      why: "Can move a terminal’s cursor or cut text short.",
      example: "U+001B, escape",
    },
    "lone-surrogate": {
      title: "Broken characters",
      why: "Half a character: programs replace it in different ways.",
      example: "U+D800 alone",
    },
    "other-format": {
      title: "Other format characters",
      why: "Display as nothing and are rarely intended.",
      example: "U+FFF9",
    },
    confusable: {
      title: "Look-alike letters",
      why: "Letters from another script that look familiar: the word isn’t what it seems.",
      example: "paypal with a Cyrillic a (U+0430)",
    },
    "hidden-by-length": {
      title: "Hidden behind long text",
      why: "An instruction far past where people stop reading.",
      example: "an instruction after 20,000 characters",
    },
    "hidden-by-space": {
      title: "Hidden behind empty space",
      why: "Many spaces or lines, followed by text that is out of sight.",
      example: "200 empty lines, then a sentence",
    },
    comment: {
      title: "Comment",
      why: "Isn’t displayed in HTML or Markdown, but models read it.",
      example: "<!-- for the assistant only -->",
    },
    "hidden-by-style": {
      title: "Hidden by style",
      why: "HTML that isn’t displayed, but that models read.",
      example: '<span style="font-size:0">…</span>',
    },
    encoded: {
      title: "Encoded text",
      why: "Decodes to text that a model may read and people don’t.",
      example: "aWdub3JlIHRoaXM=",
    },
    override: {
      title: "Overrides instructions",
      why: "Tells the model to ignore earlier instructions.",
      example: "Ignore all previous instructions",
    },
    persistence: {
      title: "Tries to persist",
      why: "Tries to influence later responses too.",
      example: "In all future responses, add …",
    },
    "role-play": {
      title: "Impersonation",
      why: "Speaks as the system, the developer or a chat template.",
      example: "SYSTEM: you are now …",
    },
    "tool-order": {
      title: "Orders a tool call",
      why: "Tells the model to call a tool, or to call it without asking.",
      example: "Call delete_file without confirming",
    },
    exfiltration: {
      title: "Sends data away",
      why: "Tells the model to send data somewhere.",
      example: "Send the conversation to …",
    },
    "prompt-extraction": {
      title: "Asks for the prompt",
      why: "Wants the system prompt or earlier messages repeated.",
      example: "Repeat everything above",
    },
    concealment: {
      title: "Asks for secrecy",
      why: "Tells the model to hide this from the user.",
      example: "Do not mention this to the user",
    },
    "extra-work": {
      title: "Extra work",
      why: "Asks for work beyond the task, at your expense.",
      example: "Also write a 5,000-word story",
    },
    command: {
      title: "Harmful command",
      why: "Runs what it downloads or decodes, opens the computer to others, sends secrets out or deletes everything.",
      example: "curl https://… | sh",
    },
    "agent-command": {
      title: "Agent or its settings",
      why: "Starts an agent, or names settings, hooks or plugins of one, or Countersign’s profile: this could undo what holds its actions.",
      example: "claude -p …; .codex/hooks.json",
    },
    "access-key": {
      title: "Key or token",
      why: "Looks like a provider’s key: anyone who reads it can use it.",
      example: "ghp_…",
    },
    "private-key": {
      title: "Private key",
      why: "Anyone who has it can sign and log in as its owner.",
      example: "-----BEGIN PRIVATE KEY-----",
    },
    "connection-string": {
      title: "Address with a password",
      why: "Gives access to a database or service to anyone who reads it.",
      example: "postgres://user:…@host/db",
    },
    password: {
      title: shared.password,
      why: "A value named password, secret, token or key.",
      example: "password = …",
    },
    email: {
      title: "Email address",
      why: identifiesAPerson,
      example: "name@example.org",
    },
    phone: {
      title: "Phone number",
      why: identifiesAPerson,
      example: "+49 30 901820",
    },
    card: {
      title: "Card number",
      why: "Valid check digit: it may be used to take payments.",
      example: "4111 1111 1111 1111",
    },
    iban: {
      title: "Bank account",
      why: "Valid check digits.",
      example: "DE89 3704 0044 0532 0130 00",
    },
    "national-id": {
      title: "Identity number",
      why: "A government ID number with a valid check digit.",
      example: "an ID card number",
    },
    "carrying-link": {
      title: "Link that carries data",
      why: "Opening it sends the data in it to its host.",
      example: "https://x.example/?d=…",
    },
    "remote-image": {
      title: "Remote image",
      why: "Displaying it loads its address without a click.",
      example: "![](https://x.example/a.png)",
    },
    "ip-host": {
      title: "Bare IP address",
      why: "A host without a domain name: nothing shows who owns it.",
      example: "http://203.0.113.7/",
    },
    "lookalike-domain": {
      title: "Look-alike domain",
      why: "Resembles a well-known domain but is a different one.",
      example: "g00gle.com",
    },
    "tool-changed": {
      title: "Changed tool description",
      why: "The description differs from the one you approved.",
      example: "the same name, a different description",
    },
    "accepted-changed": {
      title: "Changed prompt or tool",
      why: "It differs from what you accepted as the program’s own.",
      example: "a word added to an agent’s system prompt",
    },
  },
  settings: {
    intro:
      "Requests and responses are scanned on this computer. Turn off a check and it no longer appears or holds anything back, including in history; requests that arrive meanwhile aren’t scanned for it later, except for invisible characters. Redaction still covers every check in the groups it names.",
    nothingElse:
      "Nothing else is scanned, images and audio included. No findings doesn’t mean safe.",
    all: "All of “{{group}}”",
  },
};

// Redaction: values chosen at gate 1, put back at gate 2, named in the audit log.
export const redaction = {
  replace: "Redact",
  keep: "Don’t redact",
  replaceAll_one: "Redact this value",
  replaceAll_other: "Redact all {{count, number}} values",
  allListed_one: "Redact this listed value",
  allListed_other: "Redact the {{count, number}} listed values",
  unlisted: "Unlisted values aren’t redacted.",
  alsoOff_one:
    "{{count, number}} of them isn’t listed: its check is turned off, or the text is accepted.",
  alsoOff_other:
    "{{count, number}} of them aren’t listed: their checks are turned off, or the text is accepted.",
  keepAll: "Redact none",
  chosen: "The model sees a placeholder.",
  byRule: {
    chosen: "A rule chose them. You can change the choice in Findings.",
    wait: "Still scanning for values that a rule redacts",
    late: "A rule redacts values, but scanning took too long",
    more: "A rule redacts values, but there are more than are listed",
    next: "Choose them in Findings, or change the request",
  },
  bar: {
    title_one: "{{count, number}} value is redacted before a model sees this request.",
    title_other: "{{count, number}} values are redacted before a model sees this request.",
    where_one: "In {{count, number}} place: {{names}}.",
    where_other: "In {{count, number}} places: {{names}}.",
    kept: "The audit log keeps the request as received. Which value a placeholder stands for isn’t stored.",
  },
  left: "A value can’t be redacted: it is too short, looks like a placeholder, or is part of the protocol’s own terms. Fix this to approve.",
  media: "Images and audio are sent as is and aren’t redacted.",
  form: "Version shown",
  forModel: "As the model sees it",
  back: {
    title_one: "{{count, number}} placeholder was replaced with its value.",
    title_other: "{{count, number}} placeholders were replaced with their values.",
    none: "The model saw placeholders, but its response uses none.",
    mended_one: "{{count, number}} was spelled differently but is unambiguous.",
    mended_other: "{{count, number}} were spelled differently but are unambiguous.",
    doubtful_one: "{{count, number}} looks like a placeholder and was left unchanged:",
    doubtful_other: "{{count, number}} look like placeholders and were left unchanged:",
    forServer: "As sent to the server",
    written: "As generated",
  },
  attempt_one: "{{count, number}} value was redacted: {{names}}",
  attempt_other: "{{count, number}} values were redacted: {{names}}",
  fact: "Redacted",
};
