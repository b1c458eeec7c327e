// The tokens that identify hosts and programs. Only their hashes are stored.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const sha256 = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest();

/** Makes and recognizes the tokens of relays, agents and programs. */
export interface Tokens {
  make(): string;
  hash(token: string): string;
  /** Compares in constant time. */
  isToken(token: string, hash: string): boolean;
}

export const tokens: Tokens = {
  make: () => randomBytes(32).toString("base64url"),
  hash: (token) => sha256(token).toString("hex"),
  isToken: (token, hash) => timingSafeEqual(sha256(token), Buffer.from(hash, "hex")),
};
