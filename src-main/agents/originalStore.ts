// `agent-files.json`: what agents' config files were before Countersign changed them.
import { z } from "zod";
import type { OriginalFile, OriginalStore } from "./agentPorts.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

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

export const openOriginals = (file: string): OriginalStore => ({
  load() {
    const { value, faults } = readJson(file, fileSchema, { files: [] });
    return { files: value.files, faults };
  },
  save: (files) => writeJson(file, { files }),
});
