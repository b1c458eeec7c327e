// `retention.json`: when the retention rules were last applied.
import { z } from "zod";
import type { RoundStore } from "../retentionPorts.ts";
import { readJson, writeJson } from "../../profile/jsonFile.ts";

const count = z.number().nonnegative();
const schema = z.object({
  last: z
    .object({
      atMs: count,
      requests: count,
      mediaOnly: count,
      questions: count,
      freed: count,
      stays: count,
      open: count,
      left: count,
    })
    .nullable(),
  lost: z.string().nullable().default(null),
});

export function openRounds(file: string): RoundStore {
  return {
    load: () => readJson(file, schema, { last: null, lost: null }).value,
    // A failed write is ignored: the ledger records the deletions anyway.
    save: (rounds) => void writeJson(file, rounds),
  };
}
