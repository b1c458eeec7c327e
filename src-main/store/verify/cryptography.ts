// What the rule of the ledger needs of cryptography, by node:crypto.
import * as crypto from "node:crypto";
import { linkText, NO_HASH } from "../../../src-shared/ledger/row.ts";
import type { Cryptography } from "../../../src-shared/ledger/verification.ts";
import { shortHash } from "./shortHash.ts";
import type { ShortHash } from "./shortHash.ts";

/** One call in place of three, twice as fast; Node has it since 21.7. */
const atOnce = (crypto as { hash?: typeof crypto.hash }).hash;

/** Of short ones, where `atOnce` is not there. */
let short: ShortHash | null = null;

/** Resolves once short texts are hashed as fast as can be; nothing but the speed differs. */
export async function makeFast(): Promise<void> {
  if (atOnce === undefined) short ??= await shortHash();
}

export function sha256(text: string | Uint8Array): string {
  if (atOnce !== undefined) return atOnce("sha256", text, "hex");
  const fast = short === null || typeof text === "string" ? null : short(text);
  return fast ?? hashed(crypto.createHash("sha256"), text);
}

/** What `hashOf` hashes, with room for both hashes. */
const LINK = Buffer.from(linkText(NO_HASH, NO_HASH), "latin1");
const PREV_AT = LINK.indexOf(NO_HASH);
const DIGEST_AT = LINK.lastIndexOf(NO_HASH);

/**
 * The hash of a row, as `hashOf` has it.
 * @param prev 64 letters
 * @param said what its digest is made of
 */
export function rowHashOf(prev: string, said: Uint8Array): string {
  LINK.write(prev, PREV_AT, "latin1");
  LINK.write(sha256(said), DIGEST_AT, "latin1");
  return sha256(LINK);
}

const hashed = (hash: crypto.Hash, text: string | Uint8Array): string =>
  (typeof text === "string" ? hash.update(text, "utf8") : hash.update(text)).digest("hex");

export const cryptography: Cryptography = {
  sha256,
  committed: (salt, text) => hashed(crypto.createHash("sha256").update(salt), text),
  bytes: (text) => (typeof text === "string" ? Buffer.byteLength(text, "utf8") : text.length),
  signed(text, key, signature) {
    try {
      const bytes = Buffer.from(text, "utf8");
      return crypto.verify(null, bytes, publicKey(key), Buffer.from(signature, "hex"));
    } catch {
      return false;
    }
  },
};

/** @param key the 32 bytes of a public Ed25519 key (RFC 8032) in hex */
function publicKey(key: string): crypto.KeyObject {
  const x = Buffer.from(key, "hex").toString("base64url");
  return crypto.createPublicKey({ format: "jwk", key: { kty: "OKP", crv: "Ed25519", x } });
}
