// Remembers when the rules of retention were applied last: `retention.json` in the profile.
import { z } from "zod";
import type { RoundStore } from "../../services/record/retentionPorts.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

const count = z.number().nonnegative();
const schema = z.object({
  last: z
    .object({
      atMs: count,
      ...{
        requests: count,
        mediaOnly: count,
        questions: count,
        freed: count,
        stays: count,
        open: count,
        left: count,
      },
    })
    .nullable(),
  lost: z.string().nullable().default(null),
});

export function openRounds(file: string): RoundStore {
  return {
    load: () => readJson(file, schema, { last: null, lost: null }).value,
    // Where it cannot be written, what was done is in the record all the same.
    save: (rounds) => void writeJson(file, rounds),
  };
}
