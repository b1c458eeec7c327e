// One case of a hostile server, and the helpers to write one.
import { question } from "../support/puppet.ts";

type Id = string | number;
type Error = { code: number; message?: string; reason?: string };

/** How a case ends. Everything that is not named must not happen. */
export interface Expected {
  /** Requests that are held, in order: the codes of their flags, once each, sorted. */
  held?: string[][];
  /** Requests refused automatically, each an ended item with this reason. */
  refused?: string[];
  /** Requests that ended in another way: how. */
  cancelled?: string[];
  /** The responses under the case's ids. */
  answers?: Error[];
  /** Lines that were not understood, and shown as such. */
  rubbish?: number;
}

export interface Case {
  name: string;
  /** Exactly what is written; `id` is a number that no other case uses. */
  bytes: (id: number) => string;
  expected: Expected;
  /** Ids to look for responses under; the case's own by default. */
  ids?: (id: number) => Id[];
}

export const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
export const request = (id: unknown, params: unknown, more: object = {}): string =>
  line({ jsonrpc: "2.0", id, method: "sampling/createMessage", params, ...more });

export const held = (...flags: string[]): Expected => ({ held: [flags.toSorted()] });
export const invalid = (message: string): Expected => ({
  refused: ["invalid-params"],
  answers: [{ code: -32602, message: `Invalid params: ${message}`, reason: "invalid-params" }],
});
export const text = (words: string) => ({ type: "text", text: words });
export const user = (content: unknown, more: object = {}) => ({ role: "user", content, ...more });
export const image = (data: unknown, mimeType: unknown = "image/png") => ({
  type: "image",
  data,
  mimeType,
});

/** A valid request with these fields changed. */
export const odd = (name: string, more: object, expected: Expected): Case => ({
  name,
  bytes: (id) => request(id, question(name, more as Record<string, unknown>)),
  expected,
});
/** A request whose params are exactly these. */
export const params = (name: string, value: unknown, expected: Expected): Case => ({
  name,
  bytes: (id) => request(id, value),
  expected,
});
/** One message of this shape. */
export const message = (name: string, value: unknown, expected: Expected): Case =>
  params(name, { messages: [value], maxTokens: 5 }, expected);

export const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
