// Imports rules from a file and exports them to one, with the system's dialogs.
import { readFile, stat } from "node:fs/promises";
import type { RulesResults } from "#shared/contract/rules.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readRules, RULES_TEXT_MAX } from "#shared/rules/rulesFile.ts";
import { rulesText } from "#shared/rules/rulesText.ts";
import type { RulesService } from "./rules.ts";
import { writeWhole } from "../core/media/wholeFile.ts";

/** The system's dialogs for rules files; null when the user cancelled. */
export interface RulesDialogs {
  placeToSave(name: string): Promise<string | null>;
  fileToRead(): Promise<string | null>;
  /** Shows the file in the system's file manager. */
  reveal(file: string): void;
}

type AsyncOutcome<T> = Promise<Outcome<T, Failure>>;

export class RulesFilesService {
  readonly #rules: RulesService;
  readonly #dialogs: RulesDialogs;

  constructor(rules: RulesService, dialogs: RulesDialogs) {
    this.#rules = rules;
    this.#dialogs = dialogs;
  }

  /** Reads the rules of a file that the user chooses, without saving them; null when cancelled. */
  async import(): AsyncOutcome<RulesResults["rules.import"]> {
    const file = await this.#dialogs.fileToRead();
    if (file === null) return ok(null);
    try {
      const { size } = await stat(file);
      // UTF-8 takes at most four bytes per character.
      if (size > 4 * RULES_TEXT_MAX) return ok(readRules("x".repeat(RULES_TEXT_MAX + 1)));
      return ok(readRules(await readFile(file, "utf8")));
    } catch (error) {
      return fail({ kind: "config-unreadable", file, detail: String(error).slice(0, 500) });
    }
  }

  /** Exports the saved rules in their order; false when the user cancelled. */
  async export(): AsyncOutcome<boolean> {
    const { rules } = this.#rules.view();
    const locked = this.#rules.locked();
    if (locked !== null) return fail(locked);
    const file = await this.#dialogs.placeToSave("countersign-rules.json");
    if (file === null) return ok(false);
    const kept = rules.filter(({ holds }) => holds.kind !== "session" && holds.kind !== "thread");
    const written = await writeWhole(file, (handle) => handle.appendFile(rulesText(kept, null)));
    return written.ok ? ok(true) : written;
  }

  reveal(): Outcome<null, Failure> {
    this.#dialogs.reveal(this.#rules.view().file);
    return ok(null);
  }
}
