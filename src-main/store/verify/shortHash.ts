// SHA-256 of many short texts one after another, by hash-wasm: in Node before 21.7 an object of node:crypto for each costs
// three times what hashing so few bytes does.
import { createSHA256 } from "hash-wasm";

/** Longer ones are hashed as soon, or sooner, by node:crypto. */
const SHORT_BYTES = 2048;

/** In lower-case hex; null for what is too long to be worth it. */
export type ShortHash = (bytes: Uint8Array) => string | null;

/** Null where it cannot be had: nothing needs it. */
export async function shortHash(): Promise<ShortHash | null> {
  try {
    const hasher = await createSHA256();
    return (bytes) =>
      bytes.length > SHORT_BYTES ? null : hasher.init().update(bytes).digest("hex");
  } catch {
    return null;
  }
}
