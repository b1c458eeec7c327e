// Has requests and answers looked through by the inspector, once each; keeps what is usual for a server's calls, and
// learns only from what was approved as it came.
import type { Json } from "../../src-shared/json.ts";
import { withCalledTools } from "../../src-shared/inspect/calledTools.ts";
import { FINDING_KINDS } from "../../src-shared/inspect/kinds.ts";
import type { FindingKind } from "../../src-shared/inspect/kinds.ts";
import type {
  Inspected,
  Inspection,
  Looked,
  Surroundings,
  Usual,
} from "../../src-shared/inspect/inspection.ts";
import { learnt } from "../../src-shared/inspect/usual.ts";
import { fail, ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { RuleGate } from "../../src-shared/policy/rule.ts";
import { LOOKED_FOR } from "../../src-shared/inspect/charSets.ts";
import type { RequestDocument, ResponseDocument } from "../../src-shared/sampling/message.ts";
import type { Sample } from "../../src-shared/sampling/sample.ts";
import type { SampleEvent } from "../../src-shared/sampling/event.ts";
import type { Hasher, Inspector } from "./ports.ts";

/** Servers' calls of which is kept what is usual; the one unused for longest goes first. */
const CALLS_MAX = 500;

export interface LookingParts {
  /** Left out: nothing is looked through, and every look gives null. */
  inspector?: Inspector;
  hasher: Hasher;
  /** Kinds that the person has switched off. */
  findingsOff?: () => readonly FindingKind[];
}

export interface LookingHost {
  sample(sampleId: string): Sample | undefined;
  /** Told once for each document in which there is something. */
  found(sampleId: string, inspected: Omit<Inspected, "atMs">): void;
}

interface Looks {
  byHash: Map<string, Promise<Looked | null>>;
  stop: AbortController;
}

/** Kinds that everybody sees at once, without the inspector: alone they are no reason for a row in the record. */
const ATONCE: ReadonlySet<string> = new Set(LOOKED_FOR.map(({ kind }) => kind));
const isMore = ({ findings, more, unseen = 0 }: Inspection): boolean =>
  more + unseen > 0 || findings.some(({ kind, inside }) => inside === true || !ATONCE.has(kind));

export class Looking {
  readonly #parts: LookingParts;
  readonly #host: LookingHost;
  readonly #looks = new Map<string, Looks>();
  readonly #usual = new Map<string, Usual>();

  constructor(parts: LookingParts, host: LookingHost) {
    this.#parts = parts;
    this.#host = host;
  }

  /** Looks through a request as it came. Null: it could not be looked through in time. */
  async request(sample: Sample): Promise<Inspection | null> {
    const document = sample.proposed ?? sample.asked;
    return this.#look(sample, { gate: "request", hash: sample.askedHash }, document as Json);
  }

  /** Looks through what an attempt gave. */
  async answer(
    sample: Sample,
    { id, hash, document }: { id: string; hash: string; document: ResponseDocument },
  ): Promise<Inspection | null> {
    const at = { gate: "response" as const, hash, attemptId: id };
    return this.#look(sample, at, document as unknown as Json);
  }

  /** Looks through what is being edited: nothing of it is kept. Null: it could not be done in time. */
  async document(
    sampleId: string,
    gate: RuleGate,
    document: RequestDocument | ResponseDocument,
  ): Promise<Outcome<Inspection | null, Failure>> {
    const sample = this.#host.sample(sampleId);
    if (sample === undefined) return fail({ kind: "not-found", what: "sample" });
    const around = this.#around(sample, gate);
    const ask = { document: document as unknown as Json, around };
    const looked = (await this.#parts.inspector?.inspect(ask)) ?? null;
    return ok(withCalledTools(looked, sample.asker, around)?.inspection ?? null);
  }

  /** What follows from an event that has just been applied. */
  happened(sample: Sample, event: SampleEvent): void {
    if (event.kind === "request-approved") void this.#approved(sample, event.documentHash);
    if (event.kind === "attempt-done" || event.kind === "attempt-stopped") {
      const { attemptId, generated, generatedHash } = event;
      void this.answer(sample, { id: attemptId, hash: generatedHash, document: generated });
    }
    if (sample.phase.kind === "ended") this.#ended(sample.id);
  }

  /** Remembers what is usual, where exactly what came was approved. */
  async #approved(sample: Sample, documentHash: string): Promise<void> {
    const asked = sample.proposed;
    const looked = await this.#looks.get(sample.id)?.byHash.get(sample.askedHash);
    const traits = looked?.traits;
    if (traits === null || traits === undefined || asked === null) return;
    const same =
      documentHash === sample.askedHash || documentHash === this.#parts.hasher.hash(asked);
    const key = callKey(sample);
    if (!same || key === null) return;
    const usual = this.#usual.get(key) ?? null;
    this.#usual.delete(key);
    this.#usual.set(key, learnt(usual, traits));
    const [oldest] = this.#usual.keys();
    if (this.#usual.size > CALLS_MAX && oldest !== undefined) this.#usual.delete(oldest);
  }

  /** Its looks are of no more use; one that has not begun never begins. */
  #ended(sampleId: string): void {
    this.#looks.get(sampleId)?.stop.abort();
    this.#looks.delete(sampleId);
  }

  async #look(
    sample: Sample,
    at: Omit<Inspected, "atMs" | "findings" | "more">,
    document: Json,
  ): Promise<Inspection | null> {
    const { inspector } = this.#parts;
    if (inspector === undefined) return null;
    const looks = this.#looks.get(sample.id) ?? {
      byHash: new Map<string, Promise<Looked | null>>(),
      stop: new AbortController(),
    };
    this.#looks.set(sample.id, looks);
    const known = looks.byHash.get(at.hash);
    if (known !== undefined) return (await known)?.inspection ?? null;
    const around = this.#around(sample, at.gate);
    const looked = inspector
      .inspect({ document, around }, looks.stop.signal)
      .then((found) => withCalledTools(found, sample.asker, around));
    looks.byHash.set(at.hash, looked);
    const inspection = (await looked)?.inspection ?? null;
    if (inspection !== null && isMore(inspection)) {
      const { findings, more, unseen } = inspection;
      this.#host.found(sample.id, {
        ...{ ...at, findings },
        ...(more > 0 ? { more } : {}),
        ...(unseen === undefined ? {} : { unseen }),
      });
    }
    return inspection;
  }

  #around(sample: Sample, gate: RuleGate): Surroundings {
    const key = callKey(sample);
    return {
      gate,
      usual: key === null ? null : (this.#usual.get(key) ?? null),
      without: (this.#parts.findingsOff?.() ?? []).filter((kind) => kind in FINDING_KINDS),
    };
  }
}

/** Requests with one key are compared with each other. Null: nobody knows which call asks. */
const callKey = ({ asker, origin }: Sample): string | null =>
  origin.kind === "ambiguous"
    ? null
    : JSON.stringify(
        origin.kind === "certain"
          ? [asker.serverId, origin.call.method, origin.call.name]
          : [asker.serverId],
      );
