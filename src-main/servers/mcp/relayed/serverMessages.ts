// What a relayed server writes: to the host passes only what is well-formed, and not held by the desk.
import { isJsonObject } from "#shared/json.ts";
import { embedsRequests, errorText, readText, refusal } from "#shared/rpc/readMessage.ts";
import type { MessageOf, ReadMessage, Refused } from "#shared/rpc/readMessage.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { SessionListener } from "../../gatewayPorts.ts";
import type { OpenPages } from "../requests/openPages.ts";
import type { PushedRequests } from "../requests/pushedRequests.ts";
import { pagesRequiredIn } from "../session/rounds.ts";
import type { MessageSource, Oversized } from "../transports/pipe.ts";
import type { JsonRpcId } from "../wire/envelope.ts";
import { sourceInBatch } from "../wire/roundedNumbers.ts";
import { heldKind } from "./declaredByDesk.ts";
import { BAD_RESPONSE, errorFor, LOST_RESPONSE, TOO_LARGE } from "./hostMessages.ts";
import { abortCall } from "./hostCalls.ts";
import { isId } from "./openRequests.ts";
import type { OpenRequests } from "./openRequests.ts";
import type { RelayedCalls } from "./relayedCalls.ts";
import type { SessionPeers } from "./sessionPeers.ts";

export interface ServerMessagesParts {
  open: OpenRequests;
  pages: OpenPages;
  pushed: PushedRequests;
  calls: RelayedCalls;
  speakers: SessionPeers;
  listener: SessionListener;
  policy(): ServerPolicy;
  takesBatches(): boolean;
  toHost(text: string): void;
  toServer(text: string): void;
  /** Shows what did not pass. */
  line(text: string): void;
}

const asksIn = (response: MessageOf<"result" | "error" | "bad-answer">): boolean =>
  response.kind === "result"
    ? embedsRequests(response.result)
    : response.kind === "error" && pagesRequiredIn(response.error) !== null;

export class ServerMessages {
  readonly #parts: ServerMessagesParts;

  constructor(parts: ServerMessagesParts) {
    this.#parts = parts;
  }

  /** Takes a parsed message, or a batch. */
  admit(raw: unknown, from: MessageSource): void {
    const { isBatch, messages } = readText(from.text ?? JSON.stringify(raw), "server", raw);
    const isRefused = isBatch && !this.#parts.takesBatches();
    for (const [at, one] of messages.entries()) {
      if (one.kind === "refused") this.#refuse(one);
      else if (isRefused) this.#refuse(refusal(one, "this protocol version has no batches"));
      else this.#take(one, isBatch ? sourceInBatch(from, at) : from);
    }
  }

  /** Nothing of it reaches the host. */
  #refuse({ text, why, id, isResponse }: Refused): void {
    this.#parts.line(`[not passed to the host: ${why}] ${text}`);
    if (id === null) return;
    if (isResponse) this.unanswered(JSON.parse(id) as JsonRpcId, "bad");
    else this.#parts.toServer(errorText(id, why));
  }

  #take(read: ReadMessage, from: MessageSource): void {
    const { text, message } = read;
    switch (message.kind) {
      case "request":
        this.#requested(read, message, from);
        return;
      case "notification":
        if (this.#takesNotification(message)) return;
        break;
      case "unaddressed-error":
        break;
      default:
        this.#responded(read, message, from);
        return;
    }
    this.#parts.toHost(text);
  }

  #requested(read: ReadMessage, message: MessageOf<"request">, from: MessageSource): void {
    const { id, method, params } = message;
    const kind = heldKind(method, this.#parts.policy());
    // The desk shows a second request under an id that it holds, and refuses it.
    const isSecond = kind !== undefined && this.#parts.pushed.isOpen(id);
    const isAmbiguous = !isSecond && this.#parts.open.isAmbiguous(id, this.#parts.pushed.openIds());
    if (isAmbiguous || this.#parts.open.atHost.isFull) {
      // An error would pass for the response to the other one.
      const why = isAmbiguous ? "its id is that of an open request" : "too many requests are open";
      this.#refuse({ ...refusal(read, why), id: null });
    } else if (kind !== undefined) {
      const origin = this.#parts.calls.open.origin(from);
      this.#parts.pushed.receive(id, params, origin, from, kind === "sampling" ? undefined : kind);
    } else {
      this.#parts.open.atHost.add(id, 0);
      this.#parts.toHost(read.text);
    }
  }

  #responded(
    read: ReadMessage,
    response: MessageOf<"result" | "error" | "bad-answer">,
    from: MessageSource,
  ): void {
    const { id } = response;
    const sent = this.#parts.calls.sentAs(id);
    if (response.kind === "bad-answer" && sent !== undefined) {
      this.#refuse(refusal(read, "its result is no object"));
      return;
    }
    // Only what a call embeds is answered by the desk; anything else would ask the host.
    if (sent === undefined && asksIn(response)) {
      this.#refuse(refusal(read, "it asks the user in the response to a request that is no call"));
      return;
    }
    if (!this.#parts.open.atServer.end(id)) {
      this.#refuse(refusal(read, "no request with this id is open"));
      return;
    }
    if (response.kind !== "bad-answer") this.#parts.speakers.responded(response);
    if (response.kind === "result") {
      const tools = this.#parts.calls.tools.learn(id, response.result);
      if (tools.length > 0) this.#parts.listener.tools(tools);
    }
    const call = this.#parts.calls.sentAs(id);
    if (call === undefined || response.kind === "bad-answer") this.#parts.toHost(read.text);
    else this.#parts.calls.answered(call, response, read.text, from);
  }

  /** The response to this request is none, or can no longer come. */
  unanswered(id: JsonRpcId, how: "bad" | "lost"): void {
    if (!this.#parts.open.atServer.end(id)) return;
    const call = this.#parts.calls.sentAs(id);
    if (call !== undefined) call.answered?.({ kind: how }, "");
    else this.#parts.toHost(errorFor(id, how === "bad" ? BAD_RESPONSE : LOST_RESPONSE));
  }

  /** Notifications about requests that the desk holds are not relayed. */
  #takesNotification({ method, params }: MessageOf<"notification">): boolean {
    const given = isJsonObject(params) ? params : {};
    const { requestId, elicitationId, reason } = given;
    if (method === "notifications/elicitation/complete" && typeof elicitationId === "string")
      this.#parts.pages.completed(elicitationId);
    if (method !== "notifications/cancelled") return false;
    if (!isId(requestId)) return false;
    this.#parts.open.atHost.end(requestId);
    if (!this.#parts.pushed.isOpen(requestId)) return false;
    this.#parts.pushed.cancelledByServer(
      requestId,
      typeof reason === "string" ? reason : undefined,
    );
    return true;
  }

  malformed(text: string): void {
    const { isJson, messages } = readText(text, "server");
    if (!isJson) this.#parts.line(text);
    else for (const one of messages) if (one.kind === "refused") this.#refuse(one);
  }

  oversized({ id, method, bytes }: Oversized): void {
    this.#parts.line(`[a message of ${bytes} bytes] ${method ?? ""} ${id ?? ""}`.trimEnd());
    if (id === null) return;
    if (method === null) {
      if (!this.#parts.open.atServer.end(id)) return;
      const call = this.#parts.calls.sentAs(id);
      if (call !== undefined) {
        this.#parts.calls.end(call, "ended");
        abortCall(call, { kind: "call-refused" });
      }
      this.#parts.toHost(errorFor(call?.id ?? id, TOO_LARGE));
    } else this.#parts.toServer(errorFor(id, TOO_LARGE, -32600));
  }
}
