// Converts a ledger row to an event; deleted content becomes empty.
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { RETIRED_KINDS } from "../findings/kinds.ts";
import { maskedIdentity, maskedText } from "../servers/config/masking.ts";
import { CODES } from "../request/checks/codes.ts";
import type { RequestEvent } from "../request/life/event.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { WRITING } from "../dialects/writing.ts";
import { FIRST_KIND, isKindName } from "../request/kinds/names.ts";
import { kindOf } from "../request/kinds/registry.ts";
import { isMediaRef } from "../request/document/media.ts";
import type { MediaFacts } from "../request/document/media.ts";
import { actorIn, askedBy } from "../request/life/actors.ts";
import type { Actor, Refusal, ReplyPath, HeldRequest } from "../request/life/heldRequest.ts";
import type { ReadRow } from "./row.ts";
import { kindsWith } from "./rowKinds.ts";

/**
 * The row's event, or null if it does not change the request.
 * @param request state before the row
 */
export function eventOf(row: ReadRow, request: HeldRequest | null): RequestEvent | null {
  const { atMs, kind, body } = row;
  const event: JsonObject = { by: { kind: "desk" }, ...body, atMs, kind };
  switch (kind) {
    // Deleted content is already absent, and a raised limit does not affect the request.
    case "limit-raised":
    case "forgotten":
    // That two people are needed, what they are to approve, and a vote for it: the approval itself follows.
    case "two-needed":
    case "proposed":
    case "voted":
      return null;
    case "received":
      return receivedOf(row);
    case "media-kept": {
      const [medium] = mediaOf([event["medium"] ?? null]);
      return medium === undefined ? null : { atMs, by: { kind: "desk" }, kind, medium };
    }
    case "document-updated":
      return updatedOf(row, request);
    case "grouped": {
      const { siblings } = event;
      if (!Array.isArray(siblings)) return null;
      return { atMs, by: { kind: "desk" }, kind, siblings: siblings.map(String) };
    }
    default:
      // Bodies were written by Countersign, so their shape is trusted.
      return withSomething(event, kind, request) as unknown as RequestEvent;
  }
}

function withSomething(event: JsonObject, kind: string, request: HeldRequest | null): JsonObject {
  const base = event["base"];
  // The hash was checked before the event was recorded.
  if (isJsonObject(base) && typeof base["hash"] !== "string") {
    event["base"] = { ...base, hash: request?.askedHash ?? "" };
  }
  const { deleted, hasModel } = kindOf(request ?? {});
  const document = kind === "response-approved" ? deleted.response : deleted.request;
  if (DOCUMENTS.has(kind)) {
    event["document"] ??= document;
    event["documentHash"] ??= "";
  }
  if (GENERATED.has(kind)) {
    const generated = event["generated"];
    // Of a model's response, facts stay when its content is deleted.
    event["generated"] =
      isJsonObject(generated) && !hasModel
        ? generated
        : { ...deleted.response, ...(isJsonObject(generated) ? generated : {}) };
    event["generatedHash"] ??= "";
  }
  const { streamed } = event;
  if (isJsonObject(streamed)) event["streamed"] = { hash: "", ...streamed };
  if (kind === "refused") event["refusal"] = refusalOf(event["refusal"]) as unknown as Json;
  if (kind === "delivery-failed") event["detail"] ??= "";
  const by = request === null ? null : actorOf(event, request);
  if (by !== null) event["by"] = by as unknown as Json;
  if (kind === "inspected") Object.assign(event, inspectedOf(event));
  return event;
}

/** The actor that a row names; null if it names none. */
export function actorOf({ by, because }: JsonObject, request: HeldRequest): Actor | null {
  const reason = isJsonObject(because) ? because["kind"] : undefined;
  if (!isJsonObject(by)) return null;
  const { kind, name } = by;
  if (typeof kind !== "string" || !Object.hasOwn(ACTORS, kind)) return { kind: "unknown" };
  const isNamed = kind !== "rule" && kind !== "fixture";
  const actor = isNamed || typeof name === "string" ? by : { ...by, name: "" };
  return actorIn(actor as unknown as Actor, reason, request);
}

const ACTORS: Readonly<Record<Actor["kind"], true>> = {
  person: true,
  rule: true,
  fixture: true,
  server: true,
  host: true,
  program: true,
  agent: true,
  desk: true,
  model: true,
  unknown: true,
};

const DOCUMENTS: ReadonlySet<string> = new Set(kindsWith("document"));
const GENERATED: ReadonlySet<string> = new Set(kindsWith("generated"));

const UNKNOWN_REQUESTER: HeldRequest["requester"] = {
  serverId: "",
  name: "",
  transport: "stdio",
  where: "",
  protocolVersion: "",
  era: "legacy",
  encrypted: null,
};

function refusalOf(value: Json | undefined): Refusal {
  const stored = (isJsonObject(value) ? value : {}) as Partial<Refusal>;
  const reason = stored.reason ?? "invalid-params";
  const usual = Object.hasOwn(CODES, reason) ? CODES[reason] : CODES["invalid-params"];
  return { ...usual, ...stored, reason, flags: flagsOf(stored.flags as unknown as Json) };
}

/** A finding whose place was deleted applies to the whole document. */
const inspectedOf = (event: JsonObject): JsonObject => ({
  gate: event["gate"] === "response" ? "response" : "request",
  hash: textOf(event["hash"]),
  findings: listOf(event["findings"])
    .filter(({ kind }) => !RETIRED_KINDS.includes(String(kind)))
    .map((finding) => ({
      path: [],
      offset: 0,
      length: 0,
      line: 1,
      ...finding,
    })),
});

/** A flag whose place was deleted applies to the whole document. */
const flagsOf = (value: Json | undefined): HeldRequest["flags"] =>
  listOf(value).map((flag) => ({ path: [], ...flag }) as unknown as HeldRequest["flags"][number]);

/** Media whose reference was deleted cannot be loaded any more. */
const mediaOf = (value: Json | undefined): MediaFacts[] =>
  listOf(value).flatMap((item) => (isMediaRef(item["ref"]) ? [item as unknown as MediaFacts] : []));

const listOf = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

function replyOf(id: string, value: Json | undefined): ReplyPath {
  const reply = isJsonObject(value) ? value : {};
  const requestId =
    typeof reply["requestId"] === "number" ? reply["requestId"] : textOf(reply["requestId"]);
  switch (reply["kind"]) {
    case "embedded": {
      const { siblings, questions } = reply;
      return {
        kind: "embedded",
        key: textOf(reply["key"]),
        siblings: Array.isArray(siblings) ? siblings.map(String) : [id],
        ...(typeof questions === "number" ? { questions } : {}),
      };
    }
    case "replay": {
      const { of, was } = reply;
      return {
        kind: "replay",
        of: typeof of === "string" ? of : null,
        // Trusted, as written by Countersign.
        ...(typeof was === "string"
          ? { was: was as Extract<ReplyPath, { of: unknown }>["was"] & string }
          : {}),
      };
    }
    case "http":
      return {
        kind: "http",
        dialect: isDialect(reply["dialect"]) ? reply["dialect"] : "openai-chat",
        id: textOf(reply["id"]),
        createdS: typeof reply["createdS"] === "number" ? reply["createdS"] : 0,
        stream: reply["stream"] === true,
      };
    case "hook":
      return { kind: "hook" };
    case "task":
      return { kind: "task", requestId, taskId: textOf(reply["taskId"]) };
    default:
      return { kind: "pushed", requestId };
  }
}

const isDialect = (value: Json | undefined): value is DialectName =>
  typeof value === "string" && Object.hasOwn(WRITING, value);

const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function receivedOf({ sample: id, atMs, body }: ReadRow): RequestEvent | null {
  // Bodies were written by Countersign, so their shape is trusted.
  const stored = body as unknown as Partial<HeldRequest> & {
    declared?: Declared;
    asker?: Partial<HeldRequest["requester"]>;
  };
  const media = mediaOf(body["media"]);
  const asked = body["asked"] ?? null;
  const reply = replyOf(id, body["reply"]);
  const { requestKind = FIRST_KIND } = stored;
  if (!isKindName(requestKind)) return null;
  return {
    kind: "received",
    atMs,
    by: askedBy({ requestKind, reply }),
    id,
    requester: requesterOf(stored.asker),
    origin: originOf(stored.origin),
    reply,
    requestKind: stored.requestKind,
    conversation: stored.conversation,
    turn: stored.turn,
    round: stored.round,
    deadline: stored.deadline,
    producer: stored.producer,
    heldBy: stored.heldBy,
    asked,
    askedHash: textOf(body["askedHash"]),
    notKept: stored.notKept,
    proposed: proposedOf({ requestKind }, asked, media, stored.declared),
    flags: flagsOf(body["flags"]),
    media,
  };
}

function updatedOf({ atMs, body }: ReadRow, request: HeldRequest | null): RequestEvent {
  const asked = body["asked"] ?? null;
  return {
    kind: "document-updated",
    atMs,
    by: { kind: "desk" },
    asked,
    askedHash: textOf(body["askedHash"]),
    proposed: proposedOf(request ?? {}, asked, request?.media ?? []),
    flags: flagsOf(body["flags"]),
  };
}

/** Null where the content was deleted. */
const proposedOf = (
  kind: Pick<HeldRequest, "requestKind">,
  asked: Json,
  media: MediaFacts[],
  declared: Declared = { tools: true, context: true },
): HeldRequest["proposed"] =>
  asked === null ? null : kindOf(kind).readRequest(asked, declared, media).proposed;

/** Masks again, as rows of older versions can contain what is masked now. */
function requesterOf(stored: Partial<HeldRequest["requester"]> = {}): HeldRequest["requester"] {
  const { identity } = stored;
  return {
    ...UNKNOWN_REQUESTER,
    ...stored,
    where: maskedText(stored.where ?? ""),
    ...(identity === undefined ? {} : { identity: maskedIdentity(identity) }),
  };
}

/** A call without a name: a resource's name is its address and counts as content. */
function originOf(stored: HeldRequest["origin"] = { kind: "none" }): HeldRequest["origin"] {
  if (stored.kind === "none") return stored;
  if (stored.kind === "certain") return { ...stored, call: { ...NO_CALL, ...stored.call } };
  return { ...stored, calls: stored.calls.map((call) => ({ ...NO_CALL, ...call })) };
}
const NO_CALL = { name: "" };

type Declared = { tools: boolean; context: boolean };
