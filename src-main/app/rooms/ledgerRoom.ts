// Lets the person choose another folder for the ledger when it cannot be written where it is: one move at a time.
import type { BrowserWindow } from "electron";
import { fail, ok } from "../../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { LedgerMoved } from "../../../src-shared/ledger/trouble.ts";
import { goOnElsewhere } from "../../store/ledger/elsewhere.ts";
import type { LedgerPlace } from "../../store/ledger/elsewhere.ts";
import type { LedgerFile } from "../../store/ledger/ledgerFile.ts";

export interface LedgerRoomParts {
  file: LedgerFile;
  place: LedgerPlace;
  nowMs(): number;
  /** Asks for a folder; null when the person chose none. */
  chooseFolder(window: BrowserWindow | null): Promise<string | null>;
  /** Signs the last row. */
  sign(): void;
  /** The ledger goes on in this file: whoever reads it has to know. */
  moved(file: string): void;
}

export class LedgerRoom {
  readonly #parts: LedgerRoomParts;
  readonly #ending = new AbortController();
  #moving: Promise<unknown> | null = null;

  constructor(parts: LedgerRoomParts) {
    this.#parts = parts;
  }

  /** Asks for a folder and goes on there; null when the person chose none. */
  async saveElsewhere(window: BrowserWindow | null): Promise<Outcome<LedgerMoved | null, Failure>> {
    if (this.#moving !== null) return fail({ kind: "busy" });
    const folder = await this.#parts.chooseFolder(window);
    return folder === null ? ok(null) : this.goOnIn(folder);
  }

  /** Fails as `busy` while an earlier move is under way: a second copy would be made of a file that is left already. */
  async goOnIn(folder: string): Promise<Outcome<LedgerMoved, Failure>> {
    if (this.#moving !== null || this.#ending.signal.aborted) return fail({ kind: "busy" });
    const moving = this.#goOnIn(folder);
    this.#moving = moving;
    try {
      return await moving;
    } finally {
      this.#moving = null;
    }
  }

  /** Gives up a move that is under way; the ledger stays where it was then. Call before anything is recorded last. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#moving;
  }

  async #goOnIn(folder: string): Promise<Outcome<LedgerMoved, Failure>> {
    const { file, place, nowMs, sign, moved } = this.#parts;
    const { signal } = this.#ending;
    const gone = await goOnElsewhere(file, folder, { place, nowMs: nowMs(), signal });
    if (!gone.ok) return gone;
    const { file: target, copied, kept } = gone.value;
    // What was signed last is not in a new ledger: until its own row is signed it would pass for one with rows lost.
    sign();
    moved(target);
    return ok({ file: target, whole: copied, kept });
  }
}
