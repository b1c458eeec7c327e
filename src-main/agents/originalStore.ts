// `agent-files.json`: what agents' config files were before Countersign changed them.
import { z } from "zod";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

/** A file of an agent that Countersign has changed. */
export interface OriginalFile {
  file: string;
  /** A copy of it from before the first change; null: there was none. */
  original: { backup: string; hash: string } | null;
  /** SHA-256 (hex) of the file as it was written last: somebody else has changed it unless it still has this. */
  writtenHash: string;
}

export type OriginalStore = ReturnType<typeof openOriginals>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const fileSchema = z.strictObject({
  files: z.array(
    z.strictObject({
      file: z.string(),
      original: z.strictObject({ backup: z.string(), hash }).nullable(),
      writtenHash: hash,
    }) satisfies z.ZodType<OriginalFile>,
  ),
});

export const openOriginals = (file: string) => ({
  load(): { files: OriginalFile[]; faults: Failure[] } {
    const { value, faults } = readJson(file, fileSchema, { files: [] });
    return { files: value.files, faults };
  },
  save: (files: readonly OriginalFile[]): Outcome<null, Failure> => writeJson(file, { files }),
});
