// The facts about a request for lists, filters and rules: flat values derived from the request alone, so that inbox
// and history give the same results. Texts are in `texts.ts`.
import { isPermission, permissionOf } from "../rules/standingPermission.ts";
import { CHARACTER_RULES } from "../findings/characters/charSets.ts";
import { findingsOf } from "../findings/findings.ts";
import type { Finding } from "../findings/findings.ts";
import type { Inspected } from "../findings/inspection.ts";
import type { KindName } from "../request/kinds/names.ts";
import { actionResponseIn } from "../request/kinds/action/document.ts";
import type { ActionResponse } from "../request/kinds/action/document.ts";
import { kindFactsOf } from "../request/kinds/facts.ts";
import { isGenerating } from "../request/life/attempts.ts";
import { measure } from "../request/document/measure.ts";
import { missedDelivery } from "../request/life/stage.ts";
import type { Actor, OriginCall, HeldRequest } from "../request/life/heldRequest.ts";
import { answerOf, attemptFacts } from "./attemptFacts.ts";
import type { AttemptFacts } from "./attemptFacts.ts";
import type { DocumentFacts } from "./documentFacts.ts";

/** State in one word: the open phases ("generating" is derived), then the endings. */
export type ItemState =
  | "request"
  | "generating"
  | "response"
  | "delivering"
  | "replied"
  | "rejected"
  | "refused"
  | "cancelled"
  | "undeliverable"
  | "unknown";

/** Who decided. `me` is the user, `calls` a permission for all but tool calls, `desk` is Countersign itself. */
export type Decider = "me" | "permission" | "calls" | Exclude<Actor["kind"], "person">;

/** Null and empty lists mean none or unknown. Texts are as received, including untrusted ones. */
export interface ItemFacts extends DocumentFacts, AttemptFacts {
  id: string;
  kind: KindName;
  serverId: string;
  /** The user's name for the server; `claims` is the name that it gives itself. */
  serverName: string;
  claims: string | null;
  /** The name that the host gives itself; null for the Workbench. */
  host: string | null;
  /** The user's name for the program that calls a model itself; its id is `serverId`. Null for a server. */
  program: string | null;
  transport: string;
  era: string;
  revision: string;
  /** False: sent unencrypted over a network. Null: stays on this machine. */
  encrypted: boolean | null;
  origin: "certain" | "counted" | "ambiguous" | "none";
  /** The call that caused the request; null unless it is certain or the only one. */
  method: OriginCall["method"] | null;
  call: string | null;
  /** The call's id, shared by all its requests; else that of a program's conversation, which goes with the content. */
  thread: string | null;
  turn: number | null;
  /** How the response is sent: `pushed`, `task`, `embedded` or `replay`. */
  reply: string;
  state: ItemState;
  /** The response or error was not delivered, or its delivery is unknown. */
  delivery: "failed" | "unknown" | null;
  /** The gate where the request is held, or where it was rejected or refused. */
  gate: 1 | 2 | null;
  /** The reason of a refusal, or the kind of a cancellation. */
  reason: string | null;
  /** What an agent was told of its action; null where it was told none, and where that was deleted. */
  verdict: ActionResponse["verdict"] | null;
  decidedBy: Decider[];
  decidedBy1: Decider[];
  decidedBy2: Decider[];
  /** Rules that decided, or that would have but were held back or asked the user. */
  rules: string[];
  /** The rules that decided, in order. */
  decidingRules: string[];
  /** Findings: number, kinds and severities. */
  findings: number;
  findingKinds: string[];
  findingSeverities: string[];
  flags: number;
  flagCodes: string[];
  /** Approximate size in bytes: characters of the JSON's names and texts, plus media. */
  sizeBytes: number;
  receivedAtMs: number;
  endedAtMs: number | null;
  /** Time between arrival and end. */
  waitedMs: number | null;
  /** Later requests that were refused for the same reason and only counted. */
  more: number;
  /** The start of the request's text, at most 240 UTF-16 units. */
  firstWords: string;
}

/** The current facts of a request, ignoring findings of the kinds in `off`. */
export function factsOf(request: HeldRequest, off: readonly string[] = []): ItemFacts {
  const { requester } = request;
  const kind = kindFactsOf(request);
  return {
    id: request.id,
    kind: kind.name,
    serverId: requester.serverId,
    serverName: requester.name,
    claims: requester.claims?.name ?? null,
    host: requester.host?.name ?? null,
    program: requester.transport === "endpoint" ? requester.name : null,
    transport: requester.transport,
    era: requester.era,
    revision: requester.protocolVersion,
    encrypted: requester.encrypted,
    ...originFacts(request),
    thread: threadOf(request),
    turn: request.turn ?? null,
    reply: request.reply.kind,
    ...endFacts(request),
    verdict: verdictIn(request),
    ...deciders(request),
    ...attemptFacts(request),
    ...findingFacts(request, off),
    ...kind.facts(request.proposed),
    sizeBytes: sizeOf(request),
    receivedAtMs: request.receivedAtMs,
    more: request.more?.count ?? 0,
    firstWords: request.proposed === null ? "" : kind.firstWords(request.proposed, 240),
  };
}

function originFacts({ origin }: HeldRequest): Pick<ItemFacts, "origin" | "method" | "call"> {
  if (origin.kind !== "certain") {
    return { origin: origin.kind, method: null, call: null };
  }
  const { call, counted } = origin;
  return {
    origin: counted === true ? "counted" : "certain",
    method: call.method,
    call: call.name === "" ? null : call.name,
  };
}

/** What all requests of a conversation share; null where that is not known, and for what a program asks beside its turns. */
export function threadOf({ origin, conversation }: HeldRequest): string | null {
  if (origin.kind === "certain") return origin.call.runId;
  return conversation === undefined || conversation.side !== undefined ? null : conversation.id;
}

function endFacts(
  request: HeldRequest,
): Pick<ItemFacts, "state" | "delivery" | "gate" | "reason" | "endedAtMs" | "waitedMs"> {
  const { phase, receivedAtMs } = request;
  const open = { delivery: null, reason: null, endedAtMs: null, waitedMs: null };
  switch (phase.kind) {
    case "request":
      return { state: "request", gate: 1, ...open };
    case "response":
      return { state: isGenerating(request) ? "generating" : "response", gate: 2, ...open };
    case "ready":
    case "delivering":
      return { state: "delivering", gate: null, ...open };
    case "ended": {
      const { ending, atMs } = phase;
      const reason =
        ending.kind === "refused"
          ? ending.refusal.reason
          : ending.kind === "cancelled"
            ? ending.because.kind
            : null;
      const gate = "gate" in ending && ending.by.kind !== "desk" ? ending.gate : null;
      return {
        state: ending.kind,
        delivery: missedDelivery(ending),
        gate,
        reason,
        endedAtMs: atMs,
        waitedMs: atMs - receivedAtMs,
      };
    }
  }
}

const verdictIn = ({ reply, phase }: HeldRequest): ItemFacts["verdict"] =>
  reply.kind === "hook" && phase.kind === "ended" && phase.ending.kind === "replied"
    ? (actionResponseIn(phase.ending.document)?.verdict ?? null)
    : null;

/** The gate of deciding events; for rejections and refusals the ending has it. */
const GATE_OF: Partial<Record<string, 1 | 2>> = {
  "request-approved": 1,
  "run-approved": 1,
  "answered-by-hand": 1,
  "answered-by-fixture": 1,
  "response-approved": 2,
};

function deciders({
  phase,
  timeline,
  judged = [],
}: HeldRequest): Pick<
  ItemFacts,
  "decidedBy" | "decidedBy1" | "decidedBy2" | "rules" | "decidingRules"
> {
  const endedAt = phase.kind === "ended" && "gate" in phase.ending ? phase.ending.gate : undefined;
  const decisions = timeline.flatMap(({ kind, by }) => {
    if (kind === "cancelled") return [{ gate: 0, by }];
    const gate = kind === "rejected" || kind === "refused" ? endedAt : GATE_OF[kind];
    return gate === undefined ? [] : [{ gate, by }];
  });
  const at = (gate: number): Decider[] =>
    once(decisions.filter((one) => one.gate === gate).map(({ by }) => word(by)));
  const decidingRules = once(
    decisions.flatMap(({ by }) => (by.kind === "rule" && !isPermission(by) ? [by.name] : [])),
  );
  return {
    decidedBy: once(decisions.map(({ by }) => word(by))),
    decidedBy1: at(1),
    decidedBy2: at(2),
    rules: once([...decidingRules, ...judged.map(({ rule }) => rule.name)]),
    decidingRules,
  };
}

const word = (by: Actor): Decider =>
  by.kind === "person"
    ? "me"
    : permissionOf(by) === "calls"
      ? "calls"
      : isPermission(by)
        ? "permission"
        : by.kind;

function findingFacts(
  request: HeldRequest,
  off: readonly string[],
): Pick<ItemFacts, "findings" | "findingKinds" | "findingSeverities" | "flags" | "flagCodes"> {
  const documents = [request.proposed, answerOf(request)];
  const seen = documents.flatMap((document) => (document === null ? [] : findingsOf(document)));
  const found = [...seen, ...inspectedIn(request)].filter(({ kind }) => !off.includes(kind));
  return {
    findings: found.length + moreIn(request),
    findingKinds: once(found.map(({ kind }) => kind)),
    findingSeverities: once(found.map(({ severity }) => severity)),
    flags: request.flags.length,
    flagCodes: once(request.flags.map(({ code }) => code)),
  };
}

/**
 * Findings of the full scan that the immediate scan of characters does not report: in the request and in the response
 * that counts.
 */
const inspectedIn = (request: HeldRequest): Finding[] =>
  looksAt(request)
    .flatMap(({ findings }) => findings)
    .filter(({ kind, inside }) => inside === true || !ofCharacters.has(kind));

/** Findings beyond the number that a scan keeps. */
const moreIn = (request: HeldRequest): number =>
  looksAt(request).reduce((sum, { more = 0 }) => sum + more, 0);

function looksAt({ inspected = [], phase, attempts }: HeldRequest): Inspected[] {
  const decided = phase.kind === "ended" ? phase.ending : phase;
  const newest = attempts.findLast(({ state }) => "generated" in state);
  const answer = "attemptId" in decided ? decided.attemptId : newest?.id;
  return inspected.filter(({ gate, attemptId }) => gate === "request" || attemptId === answer);
}
const ofCharacters: ReadonlySet<string> = new Set(CHARACTER_RULES.map(({ kind }) => kind));

function sizeOf({ asked, media, notKept }: HeldRequest): number {
  const bytes = notKept?.bytes ?? measure(asked, Number.POSITIVE_INFINITY).characters;
  return media.reduce((total, medium) => total + medium.bytes, bytes);
}

const once = <T>(values: readonly T[]): T[] => [...new Set(values)];
