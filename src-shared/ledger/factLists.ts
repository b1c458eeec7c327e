// Which fields of an event are facts, that is, kept after its content is deleted. They must not contain text written
// by a server, a model or the user, nor an unsalted hash of such text, nor command lines, addresses or paths, which
// can contain secrets.
import type { JsonObject } from "../json.ts";

/**
 * `true`: the whole value. A list: each item. A function: depends on the value. Fields that are not named are
 * content.
 */
export type Allowed = true | Fields | readonly [Allowed] | ((value: JsonObject) => Fields);
interface Fields {
  readonly [field: string]: Allowed;
}

const by = { by: true } as const;
const base = { base: { revision: true } } as const;
/** The call: the tool's name, but neither its arguments nor a resource's name, which is an address. */
const call = ({ method }: JsonObject): Fields => ({
  runId: true,
  method: true,
  ...(method === "resources/read" ? {} : { name: true }),
});
/** The server, without its command line, address and identity, which are deleted with the content. */
const requester = {
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
/** Provider failures include the provider's text, so only the kind and figures are facts. */
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
/** What `Kind.about` says of a request or a response. */
const about = {
  agent: { id: true, version: true },
  session: true,
  tool: true,
  event: true,
  verdict: true,
  edited: true,
} as const;
const attempt = { ...by, attemptId: true } as const;
/** `edited` and `seriousSeen` reveal nothing of either document. */
const approved = { ...attempt, ...base, edited: true, seriousSeen: true } as const;
const attemptEnded = {
  ...attempt,
  usage: true,
  cost: true,
  estimate: true,
  firstTokenMs: true,
  tookMs: true,
  brokenOff: failure,
  failure,
  generated: { model: true, stopReason: true },
  putBack: { count: true, mended: true, doubtfulMore: true },
  streamed: { characters: true, whole: true },
} as const;

const LISTS: Readonly<Record<string, Allowed>> = {
  received: {
    requestKind: true,
    asker: requester,
    origin: { kind: true, counted: true, call, calls: [call] },
    reply: { kind: true, siblings: true, questions: true, of: true, was: true },
    group: true,
    declared: true,
    deadline: true,
    turn: true,
    round: true,
    producer: true,
    heldBy: true,
    notKept: true,
    flags,
    media: [medium],
    about,
  },
  "document-updated": { ...by, flags, about },
  /** The other requests of the same `input_required` result, known once all have arrived. */
  grouped: { siblings: true },
  "media-kept": { ...by, medium },
  "two-needed": by,
  "rounds-allowed": { ...by, limit: true, of: true },
  /** The path of a program's executable, and its hash, are content. */
  "caller-found": by,
  /** The user raised the limit that refused this request, for once or for good. */
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
    /** Names and counts of placeholders, never the values behind them. */
    redacted: true,
  },
  "run-approved": approved,
  "attempt-started": attempt,
  "answered-by-hand": { ...approved, redacted: true },
  "answered-by-fixture": approved,
  "attempt-done": attemptEnded,
  "attempt-stopped": attemptEnded,
  "attempt-failed": attemptEnded,
  "stop-asked": attempt,
  "returned-to-request": { ...by, ...base },
  "response-approved": { ...approved, about },
  /** Names of rules and models; an added system prompt is content. */
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
    team: true,
    model: true,
  },
  "taken-back": by,
  released: by,
  completed: { ...by, how: { differs: true, failed: true } },
  delivered: { ...by, stream: { begun: true } },
  "delivery-failed": by,
  "delivery-unknown": by,
  rejected: { ...by, ...base, tellServer: true },
  refused: { ...by, refusal },
  "refused-more": { ...by, count: true, undelivered: true },
  cancelled: { ...by, because: { kind: true, afterMs: true, guessed: true } },
  /** Kinds only: places, excerpts and decoded text are content. */
  inspected: {
    ...by,
    gate: true,
    attemptId: true,
    more: true,
    unseen: true,
    late: true,
    findings: [{ kind: true, severity: true }],
  },
  /** Content was deleted; `contents` lists the commitments. */
  forgotten: { ...by, why: true, contents: true, mediaOnly: true, item: true },
  "elicitation-received": { serverId: true, serverName: true, reply: { kind: true } },
  "elicitation-more": { count: true, lastAtMs: true },
  "elicitation-answered": { action: true },
  /** Why it ended. */
  "elicitation-ended": { kind: true, afterMs: true },
};

/** Fields that are facts as a whole, by kind: content never has them. */
export const wholeFacts = (): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(LISTS).map(([kind, list]) => [
      kind,
      Object.entries(list).flatMap(([name, allowed]) => (allowed === true ? [name] : [])),
    ]),
  );

/** The fact list of a kind of event; no field of an unknown kind is a fact. */
export const factsOf = (kind: string): Allowed =>
  Object.hasOwn(LISTS, kind) ? (LISTS[kind] ?? {}) : {};
