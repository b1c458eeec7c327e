// The requests that are open between a host and its server, by the ids on the wire. A response passes only if it is to one
// of them, and once.
import { keyOf } from "../wire/envelope.ts";
import type { JsonRpcId } from "../wire/envelope.ts";

/** The most open requests in one direction. */
const OPEN_MAX = 10_000;
/** Together; one more than that is taken whole. */
const OPEN_MAX_CHARACTERS = 128 * 1024 * 1024;

export const isId = (value: unknown): value is JsonRpcId =>
  typeof value === "string" || typeof value === "number";

class Ids {
  readonly #open = new Map<string, { id: JsonRpcId; characters: number }>();
  #characters = 0;

  get isFull(): boolean {
    return this.#open.size >= OPEN_MAX || this.#characters >= OPEN_MAX_CHARACTERS;
  }

  /** @param characters of the request's text, which is kept until its response */
  add(id: JsonRpcId, characters: number): void {
    this.end(id);
    this.#open.set(keyOf(id), { id, characters });
    this.#characters += characters;
  }

  has(id: JsonRpcId): boolean {
    return this.#open.has(keyOf(id));
  }

  /** False if no such request is open. */
  end(id: JsonRpcId): boolean {
    this.#characters -= this.#open.get(keyOf(id))?.characters ?? 0;
    return this.#open.delete(keyOf(id));
  }

  all(): JsonRpcId[] {
    return [...this.#open.values()].map(({ id }) => id);
  }
}

export class OpenRequests {
  /** With the server, which has not responded yet. */
  readonly atServer = new Ids();
  /** Passed to the host, which has not responded yet. What the desk holds is not among them. */
  readonly atHost = new Ids();

  /** Whether a server's reader might take a response to this request for one to another that is open. */
  isAmbiguous(id: JsonRpcId, held: readonly JsonRpcId[]): boolean {
    const own = loose(id);
    return [...this.atHost.all(), ...held].some((other) => loose(other) === own);
  }
}

/** Equal for ids that some reader takes for the same: FastMCP the text "0" for the number 0, others " 0", "00" or "0e0". */
function loose(id: JsonRpcId): string {
  const text = String(id).normalize("NFKC").replaceAll(/[\s_]/g, "").toLowerCase();
  const number = Number(text);
  return Number.isNaN(number) ? text : String(number);
}
