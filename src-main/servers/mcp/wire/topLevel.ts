// Finds `id` and `method` of a JSON object that is too large to be kept, byte by byte, at the top level only.
import { jsonIn } from "#shared/json.ts";
import { isRequestId } from "./envelope.ts";
import type { JsonRpcId } from "./envelope.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
/** Longer scalars are neither an id nor a method name. */
const SCALAR_MAX = 1000;

/** Feed it the bytes of one object in order, then read the results. */
export class TopLevelScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  #token: number[] = [];
  #key: string | null = null;
  readonly #found = new Map<string, unknown>();

  push(bytes: Uint8Array): void {
    // The next position of each byte from here on; found natively, since most of a large object is text.
    let quote = -1;
    let backslash = -1;
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#inString && !this.#escaped && !this.#keeps) {
        if (quote < at) quote = next(bytes, QUOTE, at);
        if (backslash < at) backslash = next(bytes, BACKSLASH, at);
        at = Math.min(quote, backslash);
        if (at === bytes.length) return;
      }
      this.#byte(bytes[at] ?? 0);
    }
  }

  /** The id, if there was one at the top level. */
  get id(): JsonRpcId | null {
    const id = this.#found.get("id");
    return isRequestId(id) ? id : null;
  }
  get method(): string | null {
    const method = this.#found.get("method");
    return typeof method === "string" ? method : null;
  }

  #byte(byte: number): void {
    if (this.#inString) {
      this.#keep(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return;
    }
    if (byte === QUOTE) {
      this.#inString = true;
      this.#keep(byte);
      return;
    }
    if (byte === 0x7b || byte === 0x5b) {
      this.#depth += 1;
      return;
    }
    if (byte === 0x7d || byte === 0x5d) {
      if (this.#depth === 1) this.#value();
      this.#depth -= 1;
      return;
    }
    if (this.#depth !== 1) return;
    if (byte === COLON) this.#takeKey();
    else if (byte === COMMA) this.#value();
    else this.#keep(byte);
  }

  get #keeps(): boolean {
    return this.#depth === 1 && this.#token.length < SCALAR_MAX;
  }

  #keep(byte: number): void {
    if (this.#keeps) this.#token.push(byte);
  }

  #takeKey(): void {
    const key = this.#read();
    this.#key = typeof key === "string" ? key : null;
  }

  #value(): void {
    const value = this.#read();
    if (this.#key === "id" || this.#key === "method") this.#found.set(this.#key, value);
    this.#key = null;
  }

  #read(): unknown {
    const text = Buffer.from(this.#token).toString("utf8").trim();
    this.#token = [];
    return jsonIn(text);
  }
}

/** The next position of `byte` from `at` on; the length if there is none. */
function next(bytes: Uint8Array, byte: number, at: number): number {
  const found = bytes.indexOf(byte, at);
  return found === -1 ? bytes.length : found;
}
