// Lets the person choose another folder for the ledger when it cannot be written where it is.
import { dialog } from "electron";
import type { BrowserWindow } from "electron";
import { ok } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";
import type { LedgerMoved } from "../../src-shared/ledger/trouble.ts";
import { freeName, goOnElsewhere } from "../store/elsewhere.ts";
import type { LedgerPlace } from "../store/elsewhere.ts";
import type { LedgerFile } from "../store/ledgerFile.ts";

export interface LedgerRoomParts {
  file: LedgerFile;
  place: LedgerPlace;
  nowMs(): number;
  /** The ledger goes on in this file: whoever reads it has to know. */
  moved(file: string): void;
}

export class LedgerRoom {
  readonly #parts: LedgerRoomParts;

  constructor(parts: LedgerRoomParts) {
    this.#parts = parts;
  }

  /** Asks for a folder and goes on there; null when the person chose none. */
  async saveElsewhere(window: BrowserWindow | null): Promise<Outcome<LedgerMoved | null, Failure>> {
    const options = { properties: ["openDirectory" as const, "createDirectory" as const] };
    const picked = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options));
    const folder = picked.filePaths[0];
    return folder === undefined ? ok(null) : this.goOnIn(folder);
  }

  async goOnIn(folder: string): Promise<Outcome<LedgerMoved, Failure>> {
    const { file, place, nowMs, moved } = this.#parts;
    const before = file.file;
    const target = freeName(folder);
    // A copy that would be forgotten at the next start would be a second end of the same chain.
    const kept = place.keep(target);
    const gone = await goOnElsewhere(file, target, { copy: kept, nowMs: nowMs() });
    if (!gone.ok) {
      if (kept) place.keep(before);
      return gone;
    }
    moved(target);
    return ok({ file: target, whole: gone.value.copied, kept });
  }
}
