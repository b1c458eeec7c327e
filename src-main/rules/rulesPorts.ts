// Types that the rules need of the disk and of the system's dialogs.
import type { RulesView } from "#shared/contract/rules.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";

/** The rules file. If it is a symbolic link, it remains one. */
export interface RulesStore {
  /** The path, as the user knows it. */
  readonly file: string;
  /** The text, null if there is no file; fails with the system's message if it cannot be read. */
  read(): Outcome<string | null, string>;
  /** True if the file is not the one last read or written; cheap enough to call for every request. */
  changed(): boolean;
  /** Durable when ok; on failure the old text remains. Also writes the schema next to it. */
  write(text: string): Outcome<null, Failure>;
  /** Calls `happened` whenever something happens to the file, within a few seconds at most. */
  watch(happened: () => void): void;
  close(): void;
}

/** How often each rule has decided, by id. Informational: no decision depends on it. */
export interface RuleUsesStore {
  load(): RulesView["used"];
  save(uses: RulesView["used"]): void;
}

/** The system's dialogs for rules files; null when the user cancelled. */
export interface RulesDialogs {
  placeToSave(name: string): Promise<string | null>;
  fileToRead(): Promise<string | null>;
  /** Shows the file in the system's file manager. */
  reveal(file: string): void;
}
