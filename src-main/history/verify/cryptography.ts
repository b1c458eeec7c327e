// The cryptography that verification needs, by node:crypto.
import * as crypto from "node:crypto";
import type { Cryptography } from "#shared/ledger/verification.ts";

export const sha256 = (text: string | Uint8Array): string => crypto.hash("sha256", text);

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
