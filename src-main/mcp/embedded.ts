// Requests that a server embeds in an answer (2026-07-28, multi round-trip requests): held as a group, then
// handed back with the repeated call. Declining one means that the call is not repeated.
import { isJsonObject } from "../../src-shared/json.ts";
import type { Json, JsonObject } from "../../src-shared/json.ts";
import type { RunFailure } from "../../src-shared/outcome.ts";
import type { CancelReason, OriginCall } from "../../src-shared/sampling/sample.ts";
import type { Settlement } from "../../src-shared/sampling/event.ts";
import type { Asking, Delivery, Held } from "../desk/ports.ts";
import { deliver } from "./pushed.ts";

export interface EmbeddedParts {
  receive(incoming: Asking, runs: string[]): Held;
  newGroupId(): string;
}

/** What is to be done with the call. */
export type Fulfilment =
  | {
      kind: "repeat";
      /** Goes into the params of the repeated call. */
      inputResponses: JsonObject;
      /** To be told how the repeated call was handed over, exactly once. */
      handedOver(sent: Promise<void>): void;
    }
  | { kind: "give-up"; failure: RunFailure }
  | { kind: "withdrawn" };

interface Member {
  held: Held | null;
  result: JsonObject | null;
  delivered: ((delivery: Delivery | Promise<Delivery>) => void) | null;
}

/** The requests of one `input_required` result, waiting for a person. */
export class EmbeddedGroup {
  readonly #members = new Map<string, Member>();
  readonly #size: number;
  #over = false;
  #finish: (fulfilment: Fulfilment) => void = () => {};
  readonly fulfilment: Promise<Fulfilment>;

  constructor(requests: JsonObject, call: OriginCall, parts: EmbeddedParts) {
    this.#size = Object.keys(requests).length;
    this.fulfilment = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const groupId = parts.newGroupId();
    for (const [key, request] of Object.entries(requests)) {
      const member: Member = { held: null, result: null, delivered: null };
      this.#members.set(key, member);
      member.held = parts.receive(
        {
          origin: { kind: "certain", call },
          params: paramsOf(request),
          reply: { kind: "embedded", key, groupId, groupSize: this.#size },
          settle: (settlement) => this.#settle(member, settlement),
        },
        [call.runId],
      );
      // One that was refused on arrival takes its siblings with it, those yet to come included.
      if (this.#over) member.held.withdraw({ kind: "sibling-declined" });
    }
  }

  /** The call is over, or the connection is: nobody waits for these any more. */
  withdraw(because: CancelReason): void {
    if (this.#over) return;
    this.#end({ kind: "withdrawn" }, because);
  }

  #settle(member: Member, settlement: Settlement): Promise<Delivery> {
    if (this.#over) return Promise.resolve({ kind: "not-sent", detail: "withdrawn" });
    if (settlement.kind !== "result") {
      this.#end({ kind: "give-up", failure: declined(settlement) }, { kind: "sibling-declined" });
      return Promise.resolve({ kind: "not-sent", detail: "not repeated" });
    }
    member.result = { ...settlement.document };
    return new Promise((resolve) => {
      member.delivered = resolve;
      this.#repeatWhenWhole();
    });
  }

  #repeatWhenWhole(): void {
    const members = [...this.#members];
    if (members.length < this.#size || members.some(([, m]) => m.result === null)) return;
    this.#over = true;
    this.#finish({
      kind: "repeat",
      inputResponses: Object.fromEntries(members.map(([key, m]) => [key, m.result])),
      handedOver: (sent) => {
        const delivery = deliver(sent);
        for (const [, member] of members) member.delivered?.(delivery);
      },
    });
  }

  #end(fulfilment: Fulfilment, because: CancelReason): void {
    this.#over = true;
    for (const member of this.#members.values()) {
      member.delivered?.({ kind: "not-sent", detail: "not repeated" });
      member.held?.withdraw(because);
    }
    this.#finish(fulfilment);
  }
}

const METHOD = "sampling/createMessage";

/** Methods asked for that no person can answer here (elicitation, roots). */
export function foreignMethods(requests: JsonObject): string[] {
  const methods = Object.values(requests).map((request) => {
    const method = isJsonObject(request) ? request["method"] : undefined;
    return typeof method === "string" ? method : "?";
  });
  return [...new Set(methods.filter((method) => method !== METHOD))];
}

function paramsOf(request: Json | undefined): Json {
  return isJsonObject(request) ? (request["params"] ?? null) : null;
}

function declined(settlement: Exclude<Settlement, { kind: "result" }>): RunFailure {
  if (settlement.kind === "silence") return { kind: "run-not-repeated", because: "cancelled" };
  const because = settlement.code === -1 ? "rejected" : "refused";
  return { kind: "run-not-repeated", because };
}
