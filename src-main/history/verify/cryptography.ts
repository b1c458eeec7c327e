// The cryptography that verification needs, by node:crypto.
import * as crypto from "node:crypto";
import type { Cryptography } from "#shared/ledger/verification.ts";

export const sha256 = (text: string | Uint8Array): string => crypto.hash("sha256", text);

/** Both hashed in one go where the text lies directly behind the salt, as one read gives them. */
function committed(salt: Uint8Array, text: string | Uint8Array): string {
  const isString = typeof text === "string";
  if (!isString && text.buffer === salt.buffer && text.byteOffset === salt.byteOffset + salt.length)
    return sha256(Buffer.from(salt.buffer, salt.byteOffset, salt.length + text.length));
  const hash = crypto.createHash("sha256").update(salt);
  return (isString ? hash.update(text, "utf8") : hash.update(text)).digest("hex");
}

export const cryptography: Cryptography = {
  sha256,
  committed,
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
