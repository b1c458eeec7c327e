// Scans the text of a large message before it is parsed: parsing costs time per value, scanning only per byte.
import { jsonIn } from "#shared/json.ts";
import { endOfString } from "#shared/rpc/messageScan.ts";
import { isRequestId } from "./envelope.ts";
import type { JsonRpcId } from "./envelope.ts";

export interface Peeked {
  id: JsonRpcId | null;
  method: string | null;
  /** Approximate number of JSON values at any depth: separators and containers are counted. */
  values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
/** Longer scalars are neither an id nor a method name. */
const SCALAR_MAX = 1000;

/** `id` and `method` of an object's top level, and its number of values. Never throws, whatever the text. */
export function peek(text: string): Peeked {
  const found = new Map<string, unknown>();
  let values = 1;
  let depth = 0;
  let key: string | null = null;
  let from = 0;
  const take = (to: number): unknown => scalar(text, from, to);
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfString(text, at);
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      values += 1;
      if (depth === 1) from = at + 1;
    } else if (char === 0x7d || char === 0x5d || char === COMMA) {
      if (char === COMMA) values += 1;
      if (depth === 1 && (key === "id" || key === "method")) found.set(key, take(at));
      if (depth === 1) key = null;
      if (char !== COMMA) depth -= 1;
      if (depth === 1 && char === COMMA) from = at + 1;
    } else if (char === COLON && depth === 1) {
      const name = take(at);
      key = typeof name === "string" ? name : null;
      from = at + 1;
    }
  }
  const [id, method] = [found.get("id"), found.get("method")];
  return {
    id: isRequestId(id) ? id : null,
    method: typeof method === "string" ? method : null,
    values,
  };
}

function scalar(text: string, from: number, to: number): unknown {
  if (to - from > SCALAR_MAX) return undefined;
  return jsonIn(text.slice(from, to));
}
