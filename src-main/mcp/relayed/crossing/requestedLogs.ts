// Log messages for hosts of 2026-07-28, which ask for them request by request (server/utilities/logging), of servers that
// have one level for all (`logging/setLevel`).
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { keyOf } from "../../wire/envelope.ts";
import type { RequestId } from "../../wire/envelope.ts";
import { LOG_LEVEL_META, metaOf } from "./crossedMessages.ts";

/** RFC 5424, least severe first. */
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const rank = (level: Json | undefined): number =>
  typeof level === "string" ? LEVELS.indexOf(level) : -1;

export class RequestedLogs {
  /** Open requests that want log messages, with the rank of their level. */
  readonly #open = new Map<string, { id: RequestId; rank: number }>();
  #rank = LEVELS.length;

  /** Takes a request of the host. Returns the level that the server must be set to first; null if it need not. */
  requested(id: RequestId, params: Json | undefined): string | null {
    const wanted = rank(metaOf(params)[LOG_LEVEL_META]);
    if (wanted === -1) return null;
    this.#open.set(keyOf(id), { id, rank: wanted });
    if (wanted >= this.#rank) return null;
    this.#rank = wanted;
    return LEVELS[wanted] ?? null;
  }

  ended(id: RequestId): void {
    this.#open.delete(keyOf(id));
  }

  /** The request that a message belongs to: the server's own, or the first that wants it. Undefined for none. */
  requestFor(params: Json | undefined, own: RequestId | null): RequestId | undefined {
    const severity = rank(isJsonObject(params) ? params["level"] : undefined);
    const wants = [...this.#open.values()].filter((one) => severity >= one.rank);
    return (own === null ? wants[0] : wants.find(({ id }) => keyOf(id) === keyOf(own)))?.id;
  }
}
