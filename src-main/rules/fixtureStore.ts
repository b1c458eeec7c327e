// `fixtures.json`: the folder of fixtures that the user chose; and reading the files of such a folder.
import { watch } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { fail, ok } from "#shared/outcome.ts";
import type { Outcome } from "#shared/outcome.ts";
import type { FixtureFault } from "#shared/rules/fixtures/fixture.ts";
import { jsonStore, type JsonStore } from "../profile/jsonFile.ts";
import { openRegular } from "../profile/regularFile.ts";

/** The most bytes of a file, and the most files of a folder. */
export const FIXTURE_BYTES_MOST = 16 * 1024 * 1024;
export const FIXTURES_MOST = 2000;

/** Changes within this time are read together. */
const SOON_MS = 200;

const choiceSchema = z.object({
  folder: z.string().min(1).nullable().default(null),
});
export type FixtureChoice = z.infer<typeof choiceSchema>;

export const openFixtureChoice = (file: string): JsonStore<FixtureChoice> =>
  jsonStore<FixtureChoice>(file, choiceSchema, { folder: null });

/** A file of the folder: its text, or why it cannot be read. */
export type FixtureFile = { file: string } & ({ text: string } | { fault: FixtureFault });

/**
 * Reads the folder's JSON files by name, calling `each` as it goes; fails with the system's message if the folder
 * cannot be read.
 */
export async function readFixtureFolder(
  folder: string,
  each: (file: FixtureFile) => void,
): Promise<Outcome<null, string>> {
  let names: string[];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    names = entries
      .filter((entry) => !entry.isDirectory() && /^[^.].*\.json$/i.test(entry.name))
      .map(({ name }) => name);
  } catch (error) {
    return fail(wordsOf(error));
  }
  // Sorted by code unit, independent of the locale: the order decides which fixture matches first.
  names.sort((one, other) => (one < other ? -1 : 1));
  for (const [at, name] of names.entries()) {
    each(
      at < FIXTURES_MOST
        ? await readOne(folder, name)
        : { file: name, fault: { kind: "too-many", most: FIXTURES_MOST } },
    );
  }
  return ok(null);
}

/** Calls `changed` shortly after any change; returns a function that stops watching. */
export function watchFixtureFolder(folder: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  const soon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(changed, SOON_MS);
  };
  const watcher = watchQuietly(folder, soon);
  return () => {
    watcher?.close();
    if (timer !== null) clearTimeout(timer);
  };
}

async function readOne(folder: string, name: string): Promise<FixtureFile> {
  try {
    const handle = await openRegular(path.join(folder, name));
    try {
      const { size: bytes } = await handle.stat();
      if (bytes > FIXTURE_BYTES_MOST) {
        return { file: name, fault: { kind: "too-large", bytes, most: FIXTURE_BYTES_MOST } };
      }
      return { file: name, text: await handle.readFile("utf8") };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { file: name, fault: { kind: "unreadable", detail: wordsOf(error) } };
  }
}

/** If a folder cannot be watched, the user can still read it again by hand. */
function watchQuietly(folder: string, changed: () => void): ReturnType<typeof watch> | null {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on("error", changed);
    return watcher;
  } catch {
    return null;
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 300);
