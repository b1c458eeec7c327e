// What the rules need of the disk and of the window's dialogs: types only.
import type { RulesView } from "../../../src-shared/ipc/rules.ts";
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";

/** The rules file. A link to it is kept as a link. */
export interface RulesStore {
  /** Where it lies, as the user knows it. */
  readonly file: string;
  /** The text, null where there is no file; or why it cannot be read, in the system's words. */
  read(): Outcome<string | null, string>;
  /** True when the file is not the one that was read or written last: cheap enough to ask with every request. */
  changed(): boolean;
  /** Durable when ok, the old text otherwise. The schema is written beside it. */
  write(text: string): Outcome<null, Failure>;
  /** Calls whenever something happens to the file; never misses a change for longer than a few seconds. */
  watch(happened: () => void): void;
  close(): void;
}

/** How often each rule has decided, by its id. Only a count: nothing hangs on it. */
export interface RuleUsesStore {
  load(): RulesView["used"];
  save(uses: RulesView["used"]): void;
}

/** The system's own dialogs for a rules file. Null: the user chose none. */
export interface RulesDialogs {
  placeToSave(name: string): Promise<string | null>;
  fileToRead(): Promise<string | null>;
  /** Shows the file in the system's file manager. */
  reveal(file: string): void;
}
