// What lists, filters and rules know of one request: flat facts, derived from the sample alone, so that the queue
// in memory and the history on disk give the same answers. Texts are in `texts.ts`.
import { LOOKED_FOR } from "../inspect/characters/charSets.ts";
import { findingsOf } from "../inspect/findings.ts";
import type { Finding } from "../inspect/findings.ts";
import type { Inspected } from "../inspect/inspection.ts";
import type { KindName } from "../kinds/names.ts";
import { kindFactsOf } from "../kinds/facts.ts";
import { isGenerating } from "../sampling/life/attempts.ts";
import { measure } from "../sampling/document/measure.ts";
import { missedDelivery } from "../sampling/life/stage.ts";
import type { Actor, OriginCall, Sample } from "../sampling/life/sample.ts";
import { answerOf, attemptFacts } from "./attemptFacts.ts";
import type { AttemptFacts } from "./attemptFacts.ts";
import type { DocumentFacts } from "./documentFacts.ts";

/** One word for where it stands: the open phases ("generating" derived), then the endings. */
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

/** Who decided: the user, a rule, the desk itself, the server, a model. */
export type Decider = "me" | "rule" | "fixture" | "desk" | "server" | "model";

/** Null and an empty list mean: there is none, or nobody knows. Texts are as they came, foreign ones included. */
export interface ItemFacts extends DocumentFacts, AttemptFacts {
  id: string;
  kind: KindName;
  serverId: string;
  /** The user's name for the server, and what that calls itself. */
  serverName: string;
  claims: string | null;
  /** What the host calls itself in whose session it came; null for the Workbench. */
  host: string | null;
  transport: string;
  era: string;
  revision: string;
  /** False: it travels in the clear over a network. Null: nothing leaves this machine. */
  encrypted: boolean | null;
  origin: "certain" | "counted" | "ambiguous" | "none";
  /** Of the one call that led here; null unless that is certain or the only one. */
  method: OriginCall["method"] | null;
  call: string | null;
  /** The run that it belongs to: requests of one thread share it. */
  thread: string | null;
  turn: number | null;
  /** `pushed`, `task`, `embedded`: how the answer travels. */
  reply: string;
  state: ItemState;
  /** The answer, or the error in place of one, did not arrive, or nobody knows. */
  delivery: "failed" | "unknown" | null;
  /** Where it waits, or where the user or a rule said no. */
  gate: 1 | 2 | null;
  /** The stable word of a refusal, or the kind of a cancellation. */
  reason: string | null;
  decidedBy: Decider[];
  decidedBy1: Decider[];
  decidedBy2: Decider[];
  /** Names of rules that decided, or that would have: held back, or so that the user is asked. */
  rules: string[];
  /** Of these, those that decided: in the order in which they did. */
  decidingRules: string[];
  /** What stands in it that the user cannot see: kinds, and how many places. */
  findings: number;
  findingKinds: string[];
  findingSeverities: string[];
  flags: number;
  flagCodes: string[];
  /** About the bytes of its JSON: characters of names and texts; and of its media. */
  sizeBytes: number;
  receivedAtMs: number;
  endedAtMs: number | null;
  /** Between coming and its end. */
  waitedMs: number | null;
  /** Refused in the same way after this one, and only counted. */
  more: number;
  /** The first words of what is asked, at most 240 UTF-16 units. */
  firstWords: string;
}

/** The facts of a sample as it stands now; findings of kinds that are `off` are none. */
export function factsOf(sample: Sample, off: readonly string[] = []): ItemFacts {
  const { asker } = sample;
  const kind = kindFactsOf(sample);
  return {
    id: sample.id,
    kind: kind.name,
    serverId: asker.serverId,
    serverName: asker.name,
    claims: asker.claims?.name ?? null,
    host: asker.host?.name ?? null,
    transport: asker.transport,
    era: asker.era,
    revision: asker.protocolVersion,
    encrypted: asker.encrypted,
    ...originFacts(sample),
    turn: sample.turn ?? null,
    reply: sample.reply.kind,
    ...endFacts(sample),
    ...deciders(sample),
    ...attemptFacts(sample),
    ...findingFacts(sample, off),
    ...kind.facts(sample.proposed),
    sizeBytes: sizeOf(sample),
    receivedAtMs: sample.receivedAtMs,
    more: sample.more?.count ?? 0,
    firstWords: sample.proposed === null ? "" : kind.firstWords(sample.proposed, 240),
  };
}

function originFacts({ origin }: Sample): Pick<ItemFacts, "origin" | "method" | "call" | "thread"> {
  if (origin.kind !== "certain") {
    return { origin: origin.kind, method: null, call: null, thread: null };
  }
  const { call, counted } = origin;
  return {
    origin: counted === true ? "counted" : "certain",
    method: call.method,
    call: call.name === "" ? null : call.name,
    thread: call.runId,
  };
}

function endFacts(
  sample: Sample,
): Pick<ItemFacts, "state" | "delivery" | "gate" | "reason" | "endedAtMs" | "waitedMs"> {
  const { phase, receivedAtMs } = sample;
  const open = { delivery: null, reason: null, endedAtMs: null, waitedMs: null };
  switch (phase.kind) {
    case "request":
      return { state: "request", gate: 1, ...open };
    case "response":
      return { state: isGenerating(sample) ? "generating" : "response", gate: 2, ...open };
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
        ...{ state: ending.kind, delivery: missedDelivery(ending), gate, reason },
        ...{ endedAtMs: atMs, waitedMs: atMs - receivedAtMs },
      };
    }
  }
}

/** At which gate an event decides; where a "no" came stands with the ending. */
const GATE_OF: Partial<Record<string, 1 | 2>> = {
  "request-approved": 1,
  "answered-by-hand": 1,
  "answered-by-fixture": 1,
  "response-approved": 2,
};

function deciders({
  phase,
  timeline,
  judged = [],
}: Sample): Pick<ItemFacts, "decidedBy" | "decidedBy1" | "decidedBy2" | "rules" | "decidingRules"> {
  const endedAt = phase.kind === "ended" && "gate" in phase.ending ? phase.ending.gate : undefined;
  const decisions = timeline.flatMap(({ kind, by }) => {
    if (kind === "cancelled") return [{ gate: 0, by }];
    const gate = kind === "rejected" || kind === "refused" ? endedAt : GATE_OF[kind];
    return gate === undefined ? [] : [{ gate, by }];
  });
  const at = (gate: number): Decider[] =>
    once(decisions.filter((one) => one.gate === gate).map(({ by }) => word(by)));
  const decidingRules = once(decisions.flatMap(({ by }) => (by.kind === "rule" ? [by.name] : [])));
  return {
    decidedBy: once(decisions.map(({ by }) => word(by))),
    decidedBy1: at(1),
    decidedBy2: at(2),
    rules: once([...decidingRules, ...judged.map(({ rule }) => rule.name)]),
    decidingRules,
  };
}

const word = ({ kind }: Actor): Decider => (kind === "person" ? "me" : kind);

function findingFacts(
  sample: Sample,
  off: readonly string[],
): Pick<ItemFacts, "findings" | "findingKinds" | "findingSeverities" | "flags" | "flagCodes"> {
  const documents = [sample.proposed, answerOf(sample)];
  const seen = documents.flatMap((document) => (document === null ? [] : findingsOf(document)));
  const found = [...seen, ...inspectedIn(sample)].filter(({ kind }) => !off.includes(kind));
  return {
    findings: found.length + moreIn(sample),
    findingKinds: once(found.map(({ kind }) => kind)),
    findingSeverities: once(found.map(({ severity }) => severity)),
    flags: sample.flags.length,
    flagCodes: once(sample.flags.map(({ code }) => code)),
  };
}

/** What the full look found beside the characters that are found at once: in the request, and in the answer that counts. */
const inspectedIn = (sample: Sample): Finding[] =>
  looksAt(sample)
    .flatMap(({ findings }) => findings)
    .filter(({ kind, inside }) => inside === true || !ofCharacters.has(kind));

/** How many more there were than a look keeps. */
const moreIn = (sample: Sample): number =>
  looksAt(sample).reduce((sum, { more = 0 }) => sum + more, 0);

function looksAt({ inspected = [], phase, attempts }: Sample): Inspected[] {
  const decided = phase.kind === "ended" ? phase.ending : phase;
  const newest = attempts.findLast(({ state }) => "generated" in state);
  const answer = "attemptId" in decided ? decided.attemptId : newest?.id;
  return inspected.filter(({ gate, attemptId }) => gate === "request" || attemptId === answer);
}
const ofCharacters: ReadonlySet<string> = new Set(LOOKED_FOR.map(({ kind }) => kind));

function sizeOf({ asked, media, notKept }: Sample): number {
  const bytes = notKept?.bytes ?? measure(asked, Number.POSITIVE_INFINITY).characters;
  return media.reduce((total, medium) => total + medium.bytes, bytes);
}

const once = <T>(values: readonly T[]): T[] => [...new Set(values)];
