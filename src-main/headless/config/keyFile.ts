// The key that protects the profile's secrets without a keychain, the ledger's signing key among them: a file of mode
// 0600.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import type { KeyStore } from "../../store/encryption/cipher.ts";
import { writeText } from "../../store/profile/jsonFile.ts";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";
import { readPrivate } from "./ownFile.ts";

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of the file, which is created if it does not exist. @throws {CommandFault} */
export function openKeyFile(file: string): KeyStore {
  if (!existsSync(file)) {
    const written = writeText(file, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
    if (!written.ok) throw new CommandFault(WORDS.notWritten(file));
  }
  const text = readPrivate(file).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new CommandFault(WORDS.noKey(file));
  const key = Buffer.from(text, "hex");
  return {
    async encrypt(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const sealed = [cipher.update(plain, "utf8"), cipher.final()];
      return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), ...sealed]));
    },
    // Rejects where the tag does not match.
    async decrypt(bytes) {
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const opened = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
      return Promise.resolve({ text: Buffer.concat(opened).toString("utf8"), isStale: false });
    },
  };
}
