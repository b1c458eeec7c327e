// Every kind of finding, with its group and severity. Filters, rules, settings and the panel take the names from
// here.
import { CHARACTER_RULES } from "./characters/charSets.ts";
import type { CharacterKind } from "./characters/charSets.ts";
import type { FindingGroup } from "./groups.ts";

/**
 * `high`: the user would want to know before anything is sent, and it is seldom accidental; `low`: odd, or common in
 * harmless texts. A single finding may have a lower severity than its kind, never a higher one.
 */
export const SEVERITIES = ["high", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface KindOfFinding {
  group: FindingGroup;
  severity: Severity;
}

const characters = (severity: Severity): KindOfFinding => ({ group: "characters", severity });
const hidden = (severity: Severity): KindOfFinding => ({ group: "hidden", severity });
const instructions = (severity: Severity): KindOfFinding => ({ group: "instructions", severity });
const commands = (severity: Severity): KindOfFinding => ({ group: "commands", severity });
const secrets = (severity: Severity): KindOfFinding => ({ group: "secrets", severity });
const personal = (severity: Severity): KindOfFinding => ({ group: "personal", severity });
const links = (severity: Severity): KindOfFinding => ({ group: "links", severity });
const changes = (severity: Severity): KindOfFinding => ({ group: "changes", severity });

/** The kinds of the synchronous scan, with the severity that `LOOKED_FOR` gives them. */
const ofCharacters = Object.fromEntries(
  CHARACTER_RULES.map(({ kind, severity }) => [kind, characters(severity)]),
) as Record<CharacterKind, KindOfFinding>;

const TABLE = {
  ...ofCharacters,
  /** A word that mixes scripts with look-alike letters, or consists of styled letters. */
  confusable: characters("high"),

  /** An instruction at the end of a long text, or text after long padding. */
  "hidden-by-length": hidden("high"),
  /** Many spaces or empty lines with more text after them. */
  "hidden-by-space": hidden("high"),
  /** A comment of HTML or Markdown, invisible once rendered. */
  comment: hidden("low"),
  /** HTML that is not visible when rendered: no size, no contrast, `hidden`, collapsed. */
  "hidden-by-style": hidden("high"),
  /** Base64, a data URL, percent, hex or character escapes that decode to text. */
  encoded: hidden("low"),

  /** "Ignore previous instructions" and the like. */
  override: instructions("high"),
  /** "In all future answers …" */
  persistence: instructions("high"),
  /** Text that poses as the system or developer, or has control tokens of a chat template. */
  "role-play": instructions("high"),
  /** Instructions to call a tool, or to call it without asking. */
  "tool-order": instructions("high"),
  /** Instructions to send information elsewhere. */
  exfiltration: instructions("high"),
  /** Requests for the system prompt or earlier messages. */
  "prompt-extraction": instructions("high"),
  /** Instructions not to mention something to the user. */
  concealment: instructions("high"),
  /** Instructions to do additional work besides the task. */
  "extra-work": instructions("high"),

  /** A command line that runs hidden code, opens the machine to others, sends secrets out or deletes everything. */
  command: commands("high"),
  /** A command of an agent that starts an agent, or names settings, hooks or plugins of one, or the profile. */
  "agent-command": commands("high"),

  /** A key or token in the format of a known provider. */
  "access-key": secrets("high"),
  "private-key": secrets("high"),
  /** A connection string or URL with a password. */
  "connection-string": secrets("high"),
  /** A value labelled as password, secret, token or key. */
  password: secrets("high"),

  email: personal("low"),
  phone: personal("low"),
  /** A card number with a valid check digit. */
  card: personal("high"),
  /** A bank account number with valid check digits. */
  iban: personal("high"),
  /** A national identity number with a valid check digit. */
  "national-id": personal("high"),

  /** A link whose parameters carry encoded or long data, or have a placeholder for it. */
  "carrying-link": links("high"),
  /** An image from elsewhere: rendered Markdown or HTML fetches it without a click. */
  "remote-image": links("low"),
  "ip-host": links("low"),
  /** A domain that looks like a well-known one, or like one of the user's own servers. */
  "lookalike-domain": links("high"),

  /** A tool's description has changed since it was approved. */
  "tool-changed": changes("high"),
  /** A system text or tool of a program that differs from what was accepted as the program's own. */
  "accepted-changed": changes("high"),
} as const satisfies Record<string, KindOfFinding>;

export type FindingKind = keyof typeof TABLE;
export const FINDING_KINDS: Readonly<Record<FindingKind, KindOfFinding>> = TABLE;
/** In the order in which they are listed to the user. */
export const findingKinds = Object.keys(TABLE) as FindingKind[];

/** Kinds that an earlier version found. Its rows, rules and settings may name them; they mean nothing any more. */
export const RETIRED_KINDS: readonly string[] = ["new-domain", "system-changed", "unusual"];
