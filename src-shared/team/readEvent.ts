// Another desk's rows as every screen relies on them: one whose values have other types counts for nothing.
import { z } from "zod";
import { FINDING_KINDS, SEVERITIES } from "../findings/kinds.ts";
import type { FindingKind } from "../findings/kinds.ts";
import { kindOf } from "../request/kinds/registry.ts";
import type { ReadRow } from "../ledger/row.ts";
import { eventOf } from "../ledger/rowEvent.ts";
import { requestDocumentSchema, responseDocumentSchema } from "../request/document/message.ts";
import type { RequestEvent } from "../request/life/event.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";

/** Fields that a later version adds are kept, and any can be absent, as after its content was deleted. */
const some = <T extends z.core.$ZodLooseShape>(shape: T) => z.looseObject(shape).partial();

const [text, number, words] = [z.string(), z.number(), z.array(z.string())];
const named = z.looseObject({ id: text, name: text });
const model = z.looseObject({ providerId: text, modelId: text });
const path = z.array(z.union([text, number]));
const call = z.looseObject({ runId: text, method: text, name: text });
const failure = z.looseObject({ kind: text });
const medium = some({ sniffed: text }).extend({ bytes: number });
const flags = z.array(
  some({ detail: text }).extend({ severity: z.enum(["error", "note"]), code: text, path }),
);

const by = z.discriminatedUnion("kind", [
  some({ login: text }).extend({ kind: z.literal("person") }),
  some({ id: text }).extend({ kind: z.literal("rule"), name: text }),
  z.looseObject({ kind: z.literal("fixture"), name: text }),
  z.looseObject({ kind: z.enum(["server", "host", "program", "agent", "desk", "model"]) }),
]);

const requester = z.looseObject({
  serverId: text,
  name: text,
  where: text,
  protocolVersion: text,
  transport: z.enum(["stdio", "http", "sse", "demo", "endpoint", "hook"]),
  era: z.enum(["legacy", "modern"]),
  ...some({
    claims: some({ version: text }).extend({ name: text }),
    host: some({ version: text, folder: text }).extend({ name: text, sessionId: text }),
    identityChanged: z.array(failure),
    toolsChanged: z.array(z.looseObject({ name: text, parts: words, knownAtMs: number })),
    caller: some({ sha256: text }).extend({ path: text }).nullable(),
  }).shape,
});

const finding = some({ spells: text, example: text, detail: text, codePoints: z.array(number) });

/** Fields have one type, whatever the event. */
const eventShape = some({
  by,
  base: z.looseObject({ revision: number, hash: text }),
  attemptId: text,
  documentHash: text,
  generatedHash: text,
  detail: text,
  note: text,
  tookMs: number,
  firstTokenMs: number,
  count: number,
  undelivered: number,
  limit: number,
  // Of a new request.
  requester,
  origin: z.discriminatedUnion("kind", [
    z.looseObject({ kind: z.literal("none") }),
    z.looseObject({ kind: z.literal("certain"), call }),
    z.looseObject({ kind: z.literal("ambiguous"), calls: z.array(call) }),
  ]),
  turn: number,
  flags,
  notKept: some({ bytes: number }),
  round: z.looseObject({ number, limit: number }),
  deadline: z.looseObject({ atMs: number, totalMs: number }),
  heldBy: z.discriminatedUnion("kind", [
    z.looseObject({ kind: z.literal("setting") }),
    z.looseObject({ kind: z.literal("rule"), rule: named.nullable() }),
  ]),
  media: z.array(medium),
  medium,
  // Of approvals and attempts.
  model,
  options: some({}),
  from: z.looseObject({ attemptId: text, how: text }),
  redacted: z.looseObject({
    names: z.array(z.looseObject({ name: text, values: number, places: number })),
  }),
  beyond: z.array(z.looseObject({ scope: text, unit: text, window: text, limit: number })),
  fixture: z.looseObject({ name: text, hash: text, ignored: words }),
  usage: z.record(text, number),
  cost: some({ missing: words, origin: some({ asOf: text }) }).extend({ usd: number }),
  estimate: z.looseObject({ inputTokens: number, outputTokens: number }),
  reasoning: z.array(z.looseObject({ text, tookMs: number })),
  putBack: some({ doubtful: words }).extend({ count: number, mended: number }),
  warnings: words,
  failure,
  brokenOff: failure,
  streamed: z.looseObject({ characters: number, hash: text }),
  // Of what rules and scans say.
  gate: z.enum(["request", "response"]),
  rule: named,
  ruleHash: text,
  decide: z.enum(["ask", "allow", "refuse"]),
  held: some({ groups: words, reason: text, rule: text, why: text }).extend({ kind: text }),
  changes: some({
    model,
    maxTokens: number,
    redact: words,
    system: some({ from: text, to: text }),
  }),
  matched: z.array(z.looseObject({ of: text, path: text, words: text })),
  hash: text,
  more: number,
  unseen: number,
  findings: z.array(
    finding.extend({
      kind: z.enum(Object.keys(FINDING_KINDS) as FindingKind[]),
      severity: z.enum(SEVERITIES),
      path,
      offset: number,
      length: number,
      line: number,
    }),
  ),
  // Of endings.
  refusal: some({ own: text, figures: some({}) }).extend({
    code: number,
    message: text,
    reason: text,
    flags,
  }),
  because: some({ afterMs: number, reason: text, detail: text }).extend({ kind: text }),
  caller: requester.shape.caller,
  // Of what can change while it is held, and of what has run.
  askedHash: text,
  how: some({ differs: z.literal(true), failed: z.literal(true) }),
});

const APPROVED = ["base", "attemptId", "document", "documentHash"];
const ANSWERED = ["attemptId", "generated", "generatedHash"];
/** What an event cannot do without. */
const NEEDS: Partial<Record<RequestEvent["kind"], readonly string[]>> = {
  judged: ["base", "gate", "rule", "decide"],
  "request-approved": [...APPROVED, "model"],
  "run-approved": APPROVED,
  "response-approved": APPROVED,
  "answered-by-hand": [...APPROVED, ...ANSWERED],
  "answered-by-fixture": [...APPROVED, ...ANSWERED],
  "attempt-done": [...ANSWERED, "tookMs"],
  "attempt-stopped": [...ANSWERED, "tookMs"],
  "attempt-failed": ["failure", "tookMs"],
  "rounds-allowed": ["limit"],
  "refused-more": ["count"],
  cancelled: ["because"],
};

const readable = z.record(text, z.json());

function areDocuments(event: RequestEvent, held: HeldRequest | null): boolean {
  const { hasModel } = kindOf(held ?? {});
  const [request, response] = hasModel
    ? [requestDocumentSchema, responseDocumentSchema]
    : [readable, readable];
  const { document, generated, written } = event as unknown as Record<string, unknown>;
  const isResponse = event.kind === "response-approved";
  return (
    (document === undefined || (isResponse ? response : request).safeParse(document).success) &&
    [generated, written].every((one) => one === undefined || response.safeParse(one).success)
  );
}

/** As `eventOf`. Throws where a value is not of the type that it has in Countersign. */
export function readEvent(row: ReadRow, request: HeldRequest | null): RequestEvent | null {
  const event = eventOf(row, request);
  if (event === null) return null;
  const isWhole = (NEEDS[event.kind] ?? []).every((name) => Object.hasOwn(event, name));
  if (isWhole && eventShape.safeParse(event).success && areDocuments(event, request)) return event;
  throw new Error(`not of Countersign: ${row.kind}`);
}
