// The key that protects the profile's secrets without a keychain, the ledger's signing key among them: a file of mode
// 0600.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { cipherOf } from "../../profile/encryption/cipher.ts";
import type { KeyStore } from "../../profile/encryption/cipher.ts";
import { writeText } from "../../profile/jsonFile.ts";
import { CommandFault } from "../fault.ts";
import { WORDS } from "../words.ts";
import { readPrivate } from "./ownFile.ts";

const KEY_BYTES = 32;
/** It encrypts one thing alone. */
const UNNAMED = "";

/** The key of the file, which is created if it does not exist. @throws {CommandFault} */
export function openKeyFile(file: string): KeyStore {
  if (!existsSync(file)) {
    const written = writeText(file, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
    if (!written.ok) throw new CommandFault(WORDS.notWritten(file));
  }
  const text = readPrivate(file).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new CommandFault(WORDS.noKey(file));
  const cipher = cipherOf([Buffer.from(text, "hex")]);
  return {
    encrypt: async (plain) => Promise.resolve(cipher.encrypt(plain, UNNAMED)),
    // Rejects where the tag does not match.
    decrypt: async (bytes) =>
      Promise.resolve({ text: cipher.decrypt(bytes, UNNAMED), isStale: false }),
  };
}
