// Secrets by name, encrypted by the system's key store; in memory only, and said so, where there is none.
import { z } from "zod";
import { ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { Secrets } from "../services/ports.ts";
import { readJson, writeJson } from "./jsonFile.ts";

/** The system's key store; `app/cipher` makes the one of Electron. */
export interface Cipher {
  encrypt(text: string): Uint8Array;
  decrypt(bytes: Uint8Array): string;
}

const fileSchema = z.record(z.string(), z.string());

class KeptSecrets implements Secrets {
  readonly storage: Secrets["storage"];
  readonly #file: string;
  readonly #cipher: Cipher | null;
  readonly #values = new Map<string, string>();
  /** Entries that this key store cannot read, such as those of another user: kept, not used. */
  readonly #foreign = new Map<string, string>();

  constructor(file: string, cipher: Cipher | null, faults: (failure: Failure) => void) {
    this.#file = file;
    this.#cipher = cipher;
    this.storage = cipher === null ? "memory" : "encrypted";
    const kept = readJson(file, fileSchema, {});
    kept.faults.forEach(faults);
    for (const [name, base64] of Object.entries(kept.value)) {
      const text = this.#decrypt(base64);
      if (text === null) this.#foreign.set(name, base64);
      else this.#values.set(name, text);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  everything(): string[] {
    return [...this.#values.values()];
  }

  set(name: string, value: string): Outcome<null, Failure> {
    const before = this.#values.get(name);
    this.#values.set(name, value);
    const saved = this.#save();
    if (!saved.ok) {
      if (before === undefined) this.#values.delete(name);
      else this.#values.set(name, before);
    }
    return saved;
  }

  remove(name: string): void {
    this.#forget((kept) => kept === name);
  }

  removeAll(prefix: string): void {
    this.#forget((kept) => kept.startsWith(prefix));
  }

  #forget(gone: (name: string) => boolean): void {
    for (const kept of [this.#values, this.#foreign]) {
      for (const name of kept.keys()) if (gone(name)) kept.delete(name);
    }
    this.#save();
  }

  #decrypt(base64: string): string | null {
    if (this.#cipher === null) return null;
    try {
      return this.#cipher.decrypt(Buffer.from(base64, "base64"));
    } catch {
      return null;
    }
  }

  #save(): Outcome<null, Failure> {
    const cipher = this.#cipher;
    if (cipher === null) return ok(null);
    const encrypted = [...this.#values].map(([name, text]): [string, string] => [
      name,
      Buffer.from(cipher.encrypt(text)).toString("base64"),
    ]);
    return writeJson(this.#file, Object.fromEntries([...this.#foreign, ...encrypted]));
  }
}

/** `cipher` null: nothing is written, secrets last until the app is quit. */
export function openSecrets(
  file: string,
  cipher: Cipher | null,
  faults: (failure: Failure) => void,
): Secrets {
  return new KeptSecrets(file, cipher, faults);
}
