// What the fixtures need of the world: implemented by `store`.
import type { Failure, Outcome } from "../../../src-shared/outcome.ts";
import type { FixtureFault } from "../../../src-shared/fixtures/fixture.ts";

/** What the user chose. */
export interface FixtureChoice {
  folder: string | null;
  /** Ids of the servers that have them from each start on. */
  atStart: string[];
}

export interface FixtureStore {
  load(): { choice: FixtureChoice; faults: Failure[] };
  save(choice: FixtureChoice): Outcome<null, Failure>;
}

/** A file of the folder: its text, or why there is none. */
export type FixtureFile = { file: string } & ({ text: string } | { fault: FixtureFault });

export interface FixtureFolder {
  /** Its JSON files by name, each handed over as it is read; the system's words where the folder cannot be read. */
  read(folder: string, each: (file: FixtureFile) => void): Promise<Outcome<null, string>>;
  /** Calls `changed` a little after anything in it has changed; gives what ends that. */
  watch(folder: string, changed: () => void): () => void;
}
