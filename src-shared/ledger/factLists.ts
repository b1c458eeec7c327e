// Which members of which event are facts: they stay readable for good, also once the content is forgotten. Nothing
// that a server, a model or the user wrote as text, and no hash of it without a salt, may stand here; nor a command line,
// an address or a path, which may hold secrets.
import type { JsonObject } from "../json.ts";

/** `true`: all of it. A list: of each item. A function: by what it is. Fields that are not named are content. */
export type Allowed = true | Members | readonly [Allowed] | ((value: JsonObject) => Members);
interface Members {
  readonly [member: string]: Allowed;
}

const by = { by: true } as const;
const base = { base: { revision: true } } as const;
/** Which call of ours: the tool's name, never its arguments, nor the address that is a resource's name. */
const call = ({ method }: JsonObject): Members => ({
  ...{ runId: true, method: true },
  ...(method === "resources/read" ? {} : { name: true }),
});
/** Neither its command line or address nor who it really is: these go when the content goes. */
const asker = {
  serverId: true,
  name: true,
  transport: true,
  protocolVersion: true,
  era: true,
  claims: true,
  encrypted: true,
  identityChanged: [{ kind: true }],
  toolsChanged: true,
} as const;
const flags = [{ severity: true, code: true }] as const;
const medium = {
  bytes: true,
  sniffed: true,
  validBase64: true,
  mendable: true,
} as const;
const refusal = { code: true, reason: true, own: true, figures: true, flags } as const;
/** Failures of providers come with the provider's own words; what kind it is says no content. */
const failure = {
  kind: true,
  status: true,
  retryAfterMs: true,
  afterMs: true,
  stage: true,
  exitCode: true,
  neededBytes: true,
  availableBytes: true,
} as const;
const attempt = { ...by, attemptId: true } as const;
/** Whether it is another document than came says nothing of either, nor does how many serious findings were seen. */
const approved = { ...attempt, ...base, edited: true, seriousSeen: true } as const;
const attemptEnded = {
  ...attempt,
  usage: true,
  cost: true,
  firstTokenMs: true,
  tookMs: true,
  brokenOff: failure,
  failure,
  generated: { model: true, stopReason: true },
  putBack: { count: true, mended: true, doubtfulMore: true },
} as const;

const LISTS: Readonly<Record<string, Allowed>> = {
  received: {
    requestKind: true,
    asker,
    origin: { kind: true, counted: true, call, calls: [call] },
    reply: { kind: true, siblings: true, questions: true, of: true, was: true },
    group: true,
    declared: true,
    deadline: true,
    turn: true,
    round: true,
    notKept: true,
    flags,
    media: [medium],
  },
  /** The other requests of the same `input_required`, once all of them are there. */
  grouped: { siblings: true },
  "media-kept": { ...by, medium },
  "rounds-allowed": { ...by, limit: true, of: true },
  /** A limit that refused this request was raised from it: for once, or for good. */
  "limit-raised": {
    ...by,
    reason: true,
    how: true,
    scope: true,
    window: true,
    was: true,
    limit: true,
  },
  "request-approved": {
    ...approved,
    model: true,
    options: true,
    from: true,
    beyond: true,
    waits: true,
    /** Names of placeholders and how many: never what they stand for. */
    redacted: true,
  },
  "attempt-started": attempt,
  "answered-by-hand": { ...approved, redacted: true },
  "answered-by-fixture": approved,
  "attempt-done": attemptEnded,
  "attempt-stopped": attemptEnded,
  "attempt-failed": attemptEnded,
  "stop-asked": attempt,
  "returned-to-request": { ...by, ...base },
  "response-approved": approved,
  /** Names of rules and models; a system prompt that it puts in is content. */
  judged: {
    ...by,
    ...base,
    gate: true,
    attemptId: true,
    rule: true,
    ruleHash: true,
    decide: true,
    held: true,
    changes: { model: true, maxTokens: true, redact: true },
    secondLook: true,
    model: true,
  },
  "taken-back": by,
  released: by,
  completed: by,
  delivered: by,
  "delivery-failed": by,
  "delivery-unknown": by,
  rejected: { ...by, ...base, tellServer: true },
  refused: { ...by, refusal },
  "refused-more": { ...by, count: true, undelivered: true },
  cancelled: { ...by, because: { kind: true, afterMs: true, guessed: true } },
  /** Kinds alone: places, examples and what is decoded are content. */
  inspected: {
    ...by,
    gate: true,
    attemptId: true,
    more: true,
    unseen: true,
    late: true,
    findings: [{ kind: true, severity: true }],
  },
  /** Content was taken out: which, by its commitments. */
  forgotten: { ...by, why: true, contents: true, mediaOnly: true, item: true },
  "elicitation-received": { serverId: true, serverName: true, reply: { kind: true } },
  "elicitation-more": { count: true, lastAtMs: true },
  "elicitation-answered": { action: true },
  /** Of why it ended. */
  "elicitation-ended": { kind: true, afterMs: true },
};

/** The list of a kind. Nothing of a kind that is not known here is a fact. */
export const factsOf = (kind: string): Allowed =>
  Object.hasOwn(LISTS, kind) ? (LISTS[kind] ?? {}) : {};
