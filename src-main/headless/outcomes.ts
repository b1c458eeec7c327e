// What became of each request of this run: for the log and the report. No content.
import type { DeskListener } from "../core/ports.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { FIRST_KIND } from "#shared/request/kinds/names.ts";

export interface RequestOutcome {
  id: string;
  /** The user's name of the server or program. */
  requester: string;
  kind: string;
  /** The tool, prompt or resource whose call led to it; null where none is certain. */
  call: string | null;
  result: "allowed" | "refused" | "cancelled" | "undelivered";
  /** The rule or fixture that decided; null: none did. */
  by: string | null;
  /** A refusal's reason, or why it was cancelled; null otherwise. */
  reason: string | null;
  /** The rule that would have allowed it, and why it was held back. */
  heldBack: string | null;
  /** How many requests it stands for. */
  count: number;
  tookMs: number;
}

/** Null while the request is open. */
function outcomeOf(request: HeldRequest): RequestOutcome | null {
  const {
    id,
    requester,
    phase,
    origin,
    receivedAtMs,
    requestKind = FIRST_KIND,
    judged = [],
  } = request;
  if (phase.kind !== "ended") return null;
  const { ending } = phase;
  const last = judged.at(-1);
  const base = {
    id,
    requester: requester.name,
    kind: requestKind,
    call: origin.kind === "certain" ? origin.call.name : null,
    count: 1 + (request.more?.count ?? 0),
    heldBack: null,
    tookMs: phase.atMs - receivedAtMs,
  };
  switch (ending.kind) {
    case "replied":
      return { ...base, result: "allowed", by: nameOf(ending.by), reason: null };
    case "refused":
      return {
        ...base,
        result: "refused",
        by: nameOf(ending.by),
        reason: ending.refusal.own ?? ending.refusal.reason,
        heldBack: last?.held === undefined ? null : `${last.rule.name}: ${last.held.kind}`,
      };
    case "rejected":
      return { ...base, result: "refused", by: nameOf(ending.by), reason: "rejected" };
    case "cancelled":
      return { ...base, result: "cancelled", by: null, reason: ending.because.kind };
    case "undeliverable":
    case "unknown":
      return { ...base, result: "undelivered", by: nameOf(ending.by), reason: ending.kind };
  }
}

const nameOf = (by: { kind: string; name?: string }): string | null => by.name ?? null;

/** Collects the outcomes. */
export class Outcomes {
  readonly #byId = new Map<string, RequestOutcome>();
  readonly #ended: (outcome: RequestOutcome) => void;
  readonly #keepsAll: boolean;

  /**
   * @param ended called once for each request
   * @param keepsAll for a report; otherwise those that the desk still has in memory
   */
  constructor(ended: (outcome: RequestOutcome) => void, keepsAll: boolean) {
    this.#ended = ended;
    this.#keepsAll = keepsAll;
  }

  all(): RequestOutcome[] {
    return [...this.#byId.values()];
  }

  listener(desk: Desk): Pick<DeskListener, "requestChanged" | "requestRemoved"> {
    return {
      requestChanged: (id) => {
        const request = desk.request(id);
        const outcome = request === undefined ? null : outcomeOf(request);
        if (outcome === null) return;
        const isNew = !this.#byId.has(id);
        this.#byId.set(id, outcome);
        if (isNew) this.#ended(outcome);
      },
      requestRemoved: (id) => {
        if (!this.#keepsAll) this.#byId.delete(id);
      },
    };
  }
}
