// A host's open calls on its session: the message that was sent to the server for each, and the response.
import type { Json, JsonObject } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import type { CancelReason, OriginCall } from "#shared/request/life/heldRequest.ts";
import type { RawResponse } from "../wire/rawResponse.ts";
import { keyOf } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import type { EmbeddedGroup } from "../requests/embeddedGroup.ts";

export interface HostCall {
  /** The host's own id. */
  id: JsonRpcId;
  /** The id of the message that the server responds to next; a repeated call has a new one. */
  sentId: JsonRpcId;
  text: string;
  call: OriginCall;
  progressToken: string | number | undefined;
  startedAtMs: number;
  abort: AbortController;
  groups: Set<EmbeddedGroup>;
  /** Takes the server's response, parsed and as text. */
  answered: ((response: RawResponse, text: string) => void) | null;
  /** Why the last message was not answered, if sending it failed. */
  notSent: unknown;
  /** The server's last response. */
  lastText: string;
}

/** A call that has just come. */
export const newCall = (
  came: Pick<HostCall, "id" | "text" | "call" | "progressToken">,
): HostCall => ({
  ...came,
  sentId: came.id,
  startedAtMs: Date.now(),
  abort: new AbortController(),
  groups: new Set(),
  answered: null,
  notSent: null,
  lastText: "",
});

/** Ends a call before its result, and what depends on it. */
export const abortCall = ({ abort }: HostCall, because: CancelReason): void => abort.abort(because);

/** Why `abortCall` was called. */
export const abortedBecause = ({ abort }: HostCall): CancelReason =>
  abort.signal.reason as CancelReason;

/** The call in a host's request; null for requests during which no server may ask for anything. */
export function callIn(runId: string, method: string, params: Json | undefined): OriginCall | null {
  const given: JsonObject = isJsonObject(params) ? params : {};
  const { name, uri, arguments: values } = given;
  const named = (text: Json | undefined): string => (typeof text === "string" ? text : "");
  switch (method) {
    case "tools/call":
    case "prompts/get":
      return { runId, method, name: named(name), arguments: values ?? {} };
    case "resources/read":
      return { runId, method, name: named(uri), arguments: {} };
    default:
      return null;
  }
}

export class HostCalls {
  readonly #byId = new Map<string, HostCall>();
  readonly #bySentId = new Map<string, HostCall>();

  add(call: HostCall): void {
    this.#byId.set(keyOf(call.id), call);
    this.#bySentId.set(keyOf(call.sentId), call);
  }

  /** The call is sent again, with another id. */
  repeat(call: HostCall, sentId: JsonRpcId): void {
    this.#bySentId.delete(keyOf(call.sentId));
    call.sentId = sentId;
    this.#bySentId.set(keyOf(sentId), call);
  }

  ofHost(id: JsonRpcId): HostCall | undefined {
    return this.#byId.get(keyOf(id));
  }

  sentAs(id: JsonRpcId): HostCall | undefined {
    return this.#bySentId.get(keyOf(id));
  }

  ofRun(runId: string): HostCall | undefined {
    return this.all().find(({ call }) => call.runId === runId);
  }

  remove(call: HostCall): void {
    this.#byId.delete(keyOf(call.id));
    this.#bySentId.delete(keyOf(call.sentId));
  }

  all(): HostCall[] {
    return [...this.#byId.values()];
  }
}
