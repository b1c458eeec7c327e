// Requests embedded in a result (2026-07-28, multi round-trip requests): held as a group, then sent back with the
// repeated call. If one ends in an error, the call is not repeated.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { FIRST_KIND } from "#shared/request/kinds/names.ts";
import type { KindName } from "#shared/request/kinds/names.ts";
import type { RunFailure } from "#shared/outcome.ts";
import type { CancelReason, OriginCall } from "#shared/request/life/heldRequest.ts";
import type { Settlement } from "#shared/request/life/event.ts";
import type { UnattributedRequest, Delivery, RequestHandle } from "../../../core/ports.ts";
import { roundedBehind } from "#shared/rounded.ts";
import type { Rounded } from "#shared/rounded.ts";
import { toDelivery } from "./pushedRequests.ts";
import { roundedField } from "../wire/roundedNumbers.ts";

export interface EmbeddedParts {
  receive(incoming: UnattributedRequest, runs: string[]): RequestHandle;
  /** The folders that the user shares; null if roots were not declared to this server. */
  roots(): JsonObject | null;
  newGroupId(): string;
}

/** What to do with the call. */
export type Fulfilment =
  | {
      kind: "repeat";
      /** Added to the params of the repeated call. */
      inputResponses: JsonObject;
      /** Call exactly once, with the outcome of sending the repeated call. */
      handedOver(sent: Promise<void>): void;
    }
  | { kind: "give-up"; failure: RunFailure }
  | { kind: "withdrawn" };

type GroupSize = Pick<
  Extract<UnattributedRequest["reply"], { kind: "embedded" }>,
  "groupId" | "groupSize"
>;
type Kind = KindName | "roots";

interface EmbeddedRequest {
  key: string;
  kind: Kind;
  held: RequestHandle | null;
  result: JsonObject | null;
  delivered: ((delivery: Delivery | Promise<Delivery>) => void) | null;
}

/** The requests of one `input_required` result, pending. */
export class EmbeddedGroup {
  readonly #requests: EmbeddedRequest[] = [];
  #whole = false;
  #ended = false;
  #finish: (fulfilment: Fulfilment) => void = () => {};
  readonly fulfilment: Promise<Fulfilment>;

  /** `rounded`: numbers in the requests that lost precision, with paths from `requests`. */
  constructor(
    { requests, rounded }: { requests: JsonObject; rounded: readonly Rounded[] },
    call: OriginCall,
    parts: EmbeddedParts,
  ) {
    this.fulfilment = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const read = Object.entries(requests).map(([key, request]) => ({ key, ...kindOf(request) }));
    const groupSize = read.filter(({ kind }) => kind !== null && kind !== "roots").length;
    const size: GroupSize = { groupId: parts.newGroupId(), groupSize };
    const roots = read.some(({ kind }) => kind === "roots") ? parts.roots() : null;
    for (const { key, kind, params } of read) {
      if (kind === null || (kind === "roots" && roots === null)) continue;
      const result = kind === "roots" ? roots : null;
      const field: EmbeddedRequest = {
        key,
        kind,
        held: null,
        result,
        delivered: null,
      };
      this.#requests.push(field);
      if (kind === "roots") continue;
      const own = roundedBehind(rounded, key, "params");
      const requestKind = kind === FIRST_KIND ? {} : { requestKind: kind };
      this.#hold(field, { ...requestKind, params, ...roundedField(own) }, call, size, parts);
    }
    this.#whole = true;
    const failure = unanswerableReason(read, roots !== null);
    if (failure !== null) this.#end({ kind: "give-up", failure }, { kind: "sibling-declined" });
    else this.#repeatWhenWhole();
  }

  /** True if any request needs the user. */
  get asksUser(): boolean {
    return this.#requests.some(({ kind }) => kind !== "roots");
  }

  /** The call or the connection has ended: nobody waits for these requests any more. */
  withdraw(because: CancelReason): void {
    if (this.#ended) return;
    this.#end({ kind: "withdrawn" }, because);
  }

  #hold(
    field: EmbeddedRequest,
    asked: Pick<UnattributedRequest, "requestKind" | "params" | "rounded">,
    call: OriginCall,
    size: GroupSize,
    parts: EmbeddedParts,
  ): void {
    field.held = parts.receive(
      {
        origin: { kind: "certain", call },
        ...asked,
        reply: { kind: "embedded", key: field.key, ...size },
        settle: (settlement) => this.#settle(field, settlement),
      },
      [call.runId],
    );
    // If one is refused on arrival, so are all others of the group, including those not processed yet.
    if (this.#ended) field.held.withdraw({ kind: "sibling-declined" });
  }

  #settle(field: EmbeddedRequest, settlement: Settlement): Promise<Delivery> {
    if (this.#ended) return Promise.resolve({ kind: "not-sent", detail: "withdrawn" });
    if (settlement.kind !== "result") {
      return this.#decline(declined(settlement));
    }
    return this.#keep(field, { ...settlement.document });
  }

  #decline(failure: RunFailure): Promise<Delivery> {
    this.#end({ kind: "give-up", failure }, { kind: "sibling-declined" });
    return Promise.resolve({ kind: "not-sent", detail: "not repeated" });
  }

  #keep(field: EmbeddedRequest, result: JsonObject): Promise<Delivery> {
    field.result = result;
    return new Promise((resolve) => {
      field.delivered = resolve;
      this.#repeatWhenWhole();
    });
  }

  #repeatWhenWhole(): void {
    if (!this.#whole || this.#ended) return;
    const members = [...this.#requests];
    if (members.some(({ result }) => result === null)) return;
    this.#ended = true;
    this.#finish({
      kind: "repeat",
      // `fromEntries` defines own properties, whatever keys the server chose.
      inputResponses: Object.fromEntries(members.map(({ key, result }) => [key, result])),
      handedOver: (sent) => {
        const delivery = toDelivery(sent);
        for (const field of members) field.delivered?.(delivery);
      },
    });
  }

  #end(fulfilment: Fulfilment, because: CancelReason): void {
    this.#ended = true;
    for (const field of this.#requests) {
      field.held?.withdraw(because);
      field.delivered?.({ kind: "not-sent", detail: "not repeated" });
    }
    this.#finish(fulfilment);
  }
}

interface Read {
  key: string;
  /** Null if it is not a request, or one that clients do not support. */
  kind: Kind | null;
  method: string | null;
  params: Json;
}

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["sampling/createMessage", "sampling"],
  ["elicitation/create", "elicitation"],
  ["roots/list", "roots"],
]);

function kindOf(request: Json | undefined): Omit<Read, "key"> {
  const method = isJsonObject(request) ? request["method"] : undefined;
  if (!isJsonObject(request) || typeof method !== "string") {
    return { kind: null, method: null, params: null };
  }
  return { kind: KINDS.get(method) ?? null, method, params: request["params"] ?? null };
}

/** Longest untrusted text in a failure, and how many of them are shown. */
const SHOWN_CHARACTERS = 100;
const SHOWN_MAX = 5;
const shown = (texts: string[]): string[] =>
  [...new Set(texts)].slice(0, SHOWN_MAX).map((text) => text.slice(0, SHOWN_CHARACTERS));

/** Why the group can never be answered: the server broke a rule (2026-07-28, MRTR, "Server Requirements"). */
function unanswerableReason(read: Read[], sharesRoots: boolean): RunFailure | null {
  const malformed = read.filter(({ method }) => method === null).map(({ key }) => key);
  if (malformed.length > 0) return { kind: "run-input-malformed", keys: shown(malformed) };
  const methods = read.flatMap(({ kind, method }) => (kind === null ? [method ?? ""] : []));
  if (methods.length > 0) return { kind: "run-input-unsupported", methods: shown(methods) };
  const asksRoots = read.some(({ kind }) => kind === "roots");
  if (asksRoots && !sharesRoots) return { kind: "run-input-undeclared", methods: ["roots/list"] };
  return null;
}

function declined(settlement: Exclude<Settlement, { kind: "result" }>): RunFailure {
  if (settlement.kind === "silence") return { kind: "run-not-repeated", because: "cancelled" };
  const because = settlement.code === -1 ? "rejected" : "refused";
  return { kind: "run-not-repeated", because };
}
