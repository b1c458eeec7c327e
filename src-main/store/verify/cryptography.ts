// What the rule of the ledger needs of cryptography, by node:crypto.
import * as crypto from "node:crypto";
import type { Cryptography } from "../../../src-shared/ledger/verification.ts";

/** One call in place of three, twice as fast; Node has it since 21.7. */
const atOnce = (crypto as { hash?: typeof crypto.hash }).hash;

export const sha256 = (text: string): string =>
  atOnce === undefined
    ? crypto.createHash("sha256").update(text, "utf8").digest("hex")
    : atOnce("sha256", text, "hex");

export const cryptography: Cryptography = {
  sha256,
  committed: (salt, text) =>
    crypto.createHash("sha256").update(salt).update(text, "utf8").digest("hex"),
  bytes: (text) => Buffer.byteLength(text, "utf8"),
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
