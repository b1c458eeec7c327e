// A host's `subscriptions/listen` streams (2026-07-28, basic/patterns/subscriptions) on a server that sends its
// notifications unasked, and resource updates after `resources/subscribe`.
import { isJsonObject } from "#shared/json.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { keyOf } from "../../wire/envelope.ts";
import type { RequestId } from "../../wire/envelope.ts";
import { errorFor } from "../hostMessages.ts";
import { SUBSCRIPTION_META } from "./crossedMessages.ts";

const STREAMS_MAX = 100;
const RESOURCES_MAX = 1000;

/** The filter's fields, each with the capability that a server needs for it and the notification that it means. */
const LISTS = [
  { field: "toolsListChanged", feature: "tools", method: "notifications/tools/list_changed" },
  { field: "promptsListChanged", feature: "prompts", method: "notifications/prompts/list_changed" },
  {
    field: "resourcesListChanged",
    feature: "resources",
    method: "notifications/resources/list_changed",
  },
] as const;
const UPDATED = "notifications/resources/updated";

interface Stream {
  id: RequestId;
  methods: Set<string>;
  uris: string[];
  /** The acknowledgement is the stream's first message. */
  isAcknowledged: boolean;
}

export interface ListenStreamsParts {
  capabilities: JsonObject;
  toHost(text: string): void;
  /** Sends a request to the server; resolves with whether it succeeded. */
  ask(method: string, params: JsonObject): Promise<boolean>;
}

export class ListenStreams {
  readonly #parts: ListenStreamsParts;
  readonly #streams = new Map<string, Stream>();

  constructor(parts: ListenStreamsParts) {
    this.#parts = parts;
  }

  async open(id: RequestId, params: Json | undefined): Promise<void> {
    const asked = isJsonObject(params) ? params["notifications"] : undefined;
    const filter = isJsonObject(asked) ? asked : {};
    const uris = urisIn(filter["resourceSubscriptions"]);
    if (this.#streams.size >= STREAMS_MAX || this.#streams.has(keyOf(id)) || uris === null) {
      this.#parts.toHost(errorFor(id, "Countersign opens no more such streams.", -32602));
      return;
    }
    const { capabilities } = this.#parts;
    const can = (feature: string, ability: string): boolean => {
      const declared = capabilities[feature];
      return isJsonObject(declared) && declared[ability] === true;
    };
    const lists = LISTS.filter(
      ({ field, feature }) => filter[field] === true && can(feature, "listChanged"),
    );
    const methods = new Set<string>(lists.map(({ method }) => method));
    const stream: Stream = { id, methods, uris: [], isAcknowledged: false };
    this.#streams.set(keyOf(id), stream);
    if (can("resources", "subscribe")) await this.#subscribe(stream, uris);
    // Cancelled meanwhile.
    if (this.#streams.get(keyOf(id)) !== stream) return;
    stream.isAcknowledged = true;
    const honoured = {
      ...Object.fromEntries(lists.map(({ field }) => [field, true])),
      ...(stream.uris.length > 0 ? { resourceSubscriptions: stream.uris } : {}),
    };
    this.#send(stream, "notifications/subscriptions/acknowledged", { notifications: honoured });
  }

  /** Ends a stream; false if there is none with this id. */
  close(id: RequestId): boolean {
    const stream = this.#streams.get(keyOf(id));
    if (stream === undefined) return false;
    this.#streams.delete(keyOf(id));
    for (const uri of stream.uris)
      if (!this.#isSubscribed(uri)) void this.#parts.ask("resources/unsubscribe", { uri });
    return true;
  }

  /** Takes a notification of the server for the streams; false for one that belongs to none. */
  publish(method: string, params: Json | undefined): boolean {
    const given = isJsonObject(params) ? params : {};
    const { uri } = given;
    if (method !== UPDATED && !LISTS.some((list) => list.method === method)) return false;
    for (const stream of this.#streams.values()) {
      // The URI may be that of a part of the resource (2025-11-25, server/resources, "Subscriptions").
      const isListened =
        method === UPDATED
          ? typeof uri === "string" && stream.uris.some((one) => uri.startsWith(one))
          : stream.methods.has(method);
      if (isListened && stream.isAcknowledged) this.#send(stream, method, given);
    }
    return true;
  }

  async #subscribe(stream: Stream, uris: readonly string[]): Promise<void> {
    await Promise.all(
      uris.map(async (uri) => {
        const isDone =
          this.#isSubscribed(uri) || (await this.#parts.ask("resources/subscribe", { uri }));
        if (isDone) stream.uris.push(uri);
      }),
    );
    // The host has ended the stream before the server answered.
    if (this.#streams.get(keyOf(stream.id)) === stream) return;
    for (const uri of stream.uris)
      if (!this.#isSubscribed(uri)) void this.#parts.ask("resources/unsubscribe", { uri });
  }

  #isSubscribed = (uri: string): boolean =>
    [...this.#streams.values()].some(({ uris }) => uris.includes(uri));

  #send({ id }: Stream, method: string, params: JsonObject): void {
    const meta = isJsonObject(params["_meta"]) ? params["_meta"] : {};
    const marked = { ...params, _meta: { ...meta, [SUBSCRIPTION_META]: id } };
    this.#parts.toHost(JSON.stringify({ jsonrpc: "2.0", method, params: marked }));
  }
}

/** Null if they are more than are taken. */
function urisIn(value: Json | undefined): string[] | null {
  const listed = Array.isArray(value) ? value : [];
  if (listed.length > RESOURCES_MAX) return null;
  return [...new Set(listed.filter((uri) => typeof uri === "string"))];
}
