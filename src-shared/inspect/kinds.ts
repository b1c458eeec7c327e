// Every kind of finding: which group it belongs to, and how much it weighs. Filters, rules, switches and the panel
// name kinds from here.
import { LOOKED_FOR } from "./characters/charSets.ts";
import type { CharacterKind } from "./characters/charSets.ts";
import type { FindingGroup } from "./groups.ts";

/**
 * `high`: something that the user would want to know before anything leaves, seldom there by chance; `low`: odd, or
 * usual in many harmless texts. A single finding may weigh less than its kind, never more.
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

/** What the synchronous look finds: as `LOOKED_FOR` weighs it. */
const ofCharacters = Object.fromEntries(
  LOOKED_FOR.map(({ kind, severity }) => [kind, characters(severity)]),
) as Record<CharacterKind, KindOfFinding>;

const TABLE = {
  ...ofCharacters,
  /** A word of letters of several scripts that look alike, or wholly of look-alikes of Latin ones. */
  confusable: characters("high"),

  /** Work or an instruction behind a text that is far longer than what is usually read. */
  "hidden-by-length": hidden("high"),
  /** Many spaces or empty lines, with more text behind them. */
  "hidden-by-space": hidden("high"),
  /** A comment of HTML or Markdown: it is not shown where the text is drawn. */
  comment: hidden("low"),
  /** HTML that is drawn as nothing: no size, no contrast, `hidden`, a folded part. */
  "hidden-by-style": hidden("high"),
  /** Base64, a data URL, percent, hex or character escapes that decode to a text. */
  encoded: hidden("low"),

  /** "Ignore previous instructions" and its likes. */
  override: instructions("high"),
  /** "In all future answers …" */
  persistence: instructions("high"),
  /** A message that plays the system, the developer, or a template's control words. */
  "role-play": instructions("high"),
  /** Orders to call a tool, or to do so unasked. */
  "tool-order": instructions("high"),
  /** Orders to send what is known to somewhere. */
  exfiltration: instructions("high"),
  /** Asks for the system prompt or earlier messages. */
  "prompt-extraction": instructions("high"),
  /** Orders to say nothing of it. */
  concealment: instructions("high"),
  /** Work that is asked for beside the task. */
  "extra-work": instructions("high"),

  /** A command line that runs what cannot be read, opens the machine, carries secrets out or deletes all. */
  command: commands("high"),

  /** A key or token of a known provider's form. */
  "access-key": secrets("high"),
  "private-key": secrets("high"),
  /** A connection string or address with a password in it. */
  "connection-string": secrets("high"),
  /** A value that is called password, secret, token or key. */
  password: secrets("high"),

  email: personal("low"),
  phone: personal("low"),
  /** A card number whose check digit is right. */
  card: personal("high"),
  /** A bank account whose check digits are right. */
  iban: personal("high"),
  /** An identity number of a state, with its check digit. */
  "national-id": personal("high"),

  /** A link whose parameters carry much, or have a place for it. */
  "carrying-link": links("high"),
  /** An image from elsewhere: where Markdown or HTML is drawn it is fetched without a click. */
  "remote-image": links("low"),
  "ip-host": links("low"),
  /** A domain that looks like a well-known one, or like one that was seen before. */
  "lookalike-domain": links("high"),
  /** A domain that requests of this call have not named before. */
  "new-domain": links("low"),

  /** The system prompt is another than in approved requests of the same call. */
  "system-changed": changes("low"),
  /** Another size, other tools or another script than usual for this call. */
  unusual: changes("low"),
  /** A tool's description is another than when it was approved. */
  "tool-changed": changes("high"),
} as const satisfies Record<string, KindOfFinding>;

export type FindingKind = keyof typeof TABLE;
export const FINDING_KINDS: Readonly<Record<FindingKind, KindOfFinding>> = TABLE;
/** In the order in which they are offered. */
export const findingKinds = Object.keys(TABLE) as FindingKind[];
