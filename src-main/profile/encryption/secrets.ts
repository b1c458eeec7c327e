// Secrets by name, encrypted with the system's keychain. Without one they are kept in memory only, which the window
// says.
import { z } from "zod";
import { jsonIn } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readJson, writeJson } from "../jsonFile.ts";

/** Encrypts with a key that is stored in the system's keychain: see cipher.ts. */
export interface Cipher {
  /** `name`: the secret's name, which is authenticated with it. */
  encrypt(text: string, name: string): Uint8Array;
  /** Throws if the bytes were encrypted by another cipher or for another name. */
  decrypt(bytes: Uint8Array, name: string): string;
}

/** Base64 by name. */
export const secretsSchema = z.record(z.string(), z.string());

/** A secret and the address it is bound to, if any. */
interface Kept {
  value: string;
  address?: string;
}

/** Prefix of the stored text of a secret with an address; no other secret starts with it. */
const BOUND = "\u0000";
const boundSchema = z.tuple([z.string(), z.string()]);

function textOf({ value, address }: Kept): string {
  return address === undefined ? value : `${BOUND}${JSON.stringify([address, value])}`;
}

/** Null if the address cannot be read. */
function readKept(text: string): Kept | null {
  if (!text.startsWith(BOUND)) return { value: text };
  const { data } = boundSchema.safeParse(jsonIn(text.slice(BOUND.length)));
  return data === undefined ? null : { value: data[1], address: data[0] };
}

/** Secrets by name: encrypted with the system's keychain, or in memory only, which the window says. */
export class Secrets {
  readonly storage: "encrypted" | "memory";
  readonly #file: string;
  readonly #cipher: Cipher | null;
  readonly #faults: (failure: Failure) => void;
  #values = new Map<string, Kept>();
  /** Entries that cannot be decrypted, such as another user's, and the file's key: kept, but not used. */
  #foreign = new Map<string, string>();

  /** @param cipher null: nothing is written, and secrets last until the app quits */
  constructor(file: string, cipher: Cipher | null, faults: (failure: Failure) => void) {
    this.#file = file;
    this.#cipher = cipher;
    this.#faults = faults;
    this.storage = cipher === null ? "memory" : "encrypted";
    const kept = readJson(file, secretsSchema, {});
    kept.faults.forEach(faults);
    for (const [name, base64] of Object.entries(kept.value)) {
      const text = this.#decrypt(name, base64);
      const read = text === null ? null : readKept(text);
      if (read === null) this.#foreign.set(name, base64);
      else this.#values.set(name, read);
    }
  }

  /** The secret; null if `fits` is given and it is bound to no address that `fits` accepts. */
  get(name: string, fits?: (address: string) => boolean): string | null {
    const kept = this.#values.get(name);
    if (kept === undefined) return null;
    const isFor = fits === undefined || (kept.address !== undefined && fits(kept.address));
    return isFor ? kept.value : null;
  }

  /** All stored values, so that they can be masked. */
  everything(): string[] {
    return [...this.#values.values()].map(({ value }) => value);
  }

  /** @param address the only address the secret may be sent to; stored with it atomically */
  set(name: string, value: string, address?: string): Outcome<null, Failure> {
    return this.setAll({ [name]: value }, address);
  }

  /** Sets (a string) or removes (null) several at once, atomically. */
  setAll(
    values: Readonly<Record<string, string | null>>,
    address?: string,
  ): Outcome<null, Failure> {
    const before = [new Map(this.#values), new Map(this.#foreign)] as const;
    for (const [name, value] of Object.entries(values)) {
      this.#foreign.delete(name);
      if (value === null) this.#values.delete(name);
      else this.#values.set(name, address === undefined ? { value } : { value, address });
    }
    const saved = this.#save();
    if (!saved.ok) [this.#values, this.#foreign] = before;
    return saved;
  }

  remove(name: string): void {
    this.#drop((kept) => kept === name);
  }

  /** Removes every secret whose name starts with `prefix`. */
  removeAll(prefix: string): void {
    this.#drop((kept) => kept.startsWith(prefix));
  }

  #drop(gone: (name: string) => boolean): void {
    for (const kept of [this.#values, this.#foreign]) {
      for (const name of kept.keys()) if (gone(name)) kept.delete(name);
    }
    const saved = this.#save();
    // They are no longer used, but still in the file, and so would be back after a restart.
    if (!saved.ok) this.#faults(saved.failure);
  }

  #decrypt(name: string, base64: string): string | null {
    if (this.#cipher === null) return null;
    try {
      return this.#cipher.decrypt(Buffer.from(base64, "base64"), name);
    } catch {
      return null;
    }
  }

  #save(): Outcome<null, Failure> {
    const cipher = this.#cipher;
    if (cipher === null) return ok(null);
    const encrypted = [...this.#values].map(([name, kept]): [string, string] => [
      name,
      Buffer.from(cipher.encrypt(textOf(kept), name)).toString("base64"),
    ]);
    return writeJson(this.#file, Object.fromEntries([...this.#foreign, ...encrypted]));
  }
}
