// `agent-files.json`: what agents' config files were before Countersign changed them.
import { z } from "zod";
import { jsonStore } from "../profile/jsonFile.ts";
import type { JsonStore } from "../profile/jsonFile.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A file of an agent that Countersign has changed. */
const originalSchema = z.strictObject({
  file: z.string(),
  /** A copy of it from before the first change; null: there was none. */
  original: z.strictObject({ backup: z.string(), hash }).nullable(),
  /** SHA-256 (hex) of the file as it was written last: somebody else has changed it unless it still has this. */
  writtenHash: hash,
});
export type OriginalFile = z.infer<typeof originalSchema>;

const fileSchema = z.strictObject({ files: z.array(originalSchema) });
export type OriginalStore = JsonStore<z.infer<typeof fileSchema>>;

export const openOriginals = (file: string): OriginalStore =>
  jsonStore(file, fileSchema, { files: [] });
