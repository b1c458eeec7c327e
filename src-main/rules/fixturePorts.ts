// Interfaces of the fixtures service: implemented by `store`.
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { FixtureFault } from "#shared/rules/fixtures/fixture.ts";

/** The user's settings for fixtures. */
export interface FixtureChoice {
  folder: string | null;
}

export interface FixtureStore {
  load(): { choice: FixtureChoice; faults: Failure[] };
  save(choice: FixtureChoice): Outcome<null, Failure>;
}

/** A file of the folder: its text, or why it cannot be read. */
export type FixtureFile = { file: string } & ({ text: string } | { fault: FixtureFault });

export interface FixtureFolder {
  /**
   * Reads the folder's JSON files by name, calling `each` as it goes; fails with the system's message if the folder
   * cannot be read.
   */
  read(folder: string, each: (file: FixtureFile) => void): Promise<Outcome<null, string>>;
  /** Calls `changed` shortly after any change; returns a function that stops watching. */
  watch(folder: string, changed: () => void): () => void;
}
