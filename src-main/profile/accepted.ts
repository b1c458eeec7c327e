// Which versions of files were last accepted. The hashes are stored as a secret, so that no other program can change
// them; the texts are stored in a folder by hash, to show differences. Without a keychain nothing is known after a
// restart.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { parsed } from "#shared/ledger/found.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Secrets } from "./encryption/secrets.ts";
import { writeText } from "./jsonFile.ts";
import { readRegular } from "./regularFile.ts";

const hashesSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/));
const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** A file that differs from the accepted one, with both hashes; null where it does not exist. */
export interface DifferingFile {
  file: string;
  before: string | null;
  now: string | null;
}

/** Kept in the profile, or named by a lock on the command line. */
export interface Accepted {
  /** The files that differ from those accepted last. */
  differing(files: ReadonlyMap<string, string>): DifferingFile[];
  /** An accepted text by its hash; null if it is not kept. */
  text(hash: string): string | null;
  /** Accepts exactly these files, or with `stay` in addition to those accepted before. */
  accept(files: ReadonlyMap<string, string>, others?: "stay"): Outcome<null, Failure>;
}

class AcceptedFiles implements Accepted {
  readonly #folder: string;
  readonly #secret: string;
  readonly #secrets: Secrets;
  #hashes: ReadonlyMap<string, string>;

  constructor(folder: string, secret: string, secrets: Secrets) {
    this.#folder = folder;
    this.#secret = secret;
    this.#secrets = secrets;
    const kept = hashesSchema.safeParse(parsed(secrets.get(secret) ?? ""));
    this.#hashes = new Map(kept.success ? Object.entries(kept.data) : []);
  }

  differing(files: ReadonlyMap<string, string>): DifferingFile[] {
    const names = new Set([...this.#hashes.keys(), ...files.keys()]);
    return [...names].flatMap((file) => {
      const text = files.get(file);
      const before = this.#hashes.get(file) ?? null;
      const now = text === undefined ? null : sha256(text);
      return before === now ? [] : [{ file, before, now }];
    });
  }

  text(hash: string): string | null {
    try {
      const text = readRegular(path.join(this.#folder, hash));
      return sha256(text) === hash ? text : null;
    } catch {
      return null;
    }
  }

  accept(files: ReadonlyMap<string, string>, others?: "stay"): Outcome<null, Failure> {
    const hashes = new Map(others === "stay" ? this.#hashes : []);
    for (const [file, text] of files) hashes.set(file, sha256(text));
    const kept = this.#secrets.set(this.#secret, JSON.stringify(Object.fromEntries(hashes)));
    if (!kept.ok) return kept;
    this.#hashes = hashes;
    // Only used to show the difference later; without it, the file is shown as new.
    for (const text of files.values()) {
      const copy = path.join(this.#folder, sha256(text));
      if (!existsSync(copy)) writeText(copy, text);
    }
    this.#clear(new Set(hashes.values()));
    return kept;
  }

  #clear(needed: ReadonlySet<string>): void {
    try {
      for (const name of readdirSync(this.#folder))
        if (!needed.has(name)) rmSync(path.join(this.#folder, name), { force: true });
    } catch {
      // Leftover files are harmless.
    }
  }
}

/** @param name the kind of files, and their folder's name */
export function openAccepted(profile: string, name: string, secrets: Secrets): Accepted {
  return new AcceptedFiles(path.join(profile, "accepted", name), `accepted.${name}`, secrets);
}
