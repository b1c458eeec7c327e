// `programs.json`: the programs that call models through the desk. It contains hashes of their tokens, never the tokens.
import { z } from "zod";
import { programInputSchema } from "../../../src-shared/programs/program.ts";
import type { ProgramStore } from "../../services/programs/programPorts.ts";
import { readJson, writeJson } from "./jsonFile.ts";

const programSchema = programInputSchema.extend({
  id: z.string(),
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  createdAtMs: z.number(),
  usedAtMs: z.number().nullable(),
  serverId: z.string().nullable(),
});
const fileSchema = z.object({ programs: z.array(programSchema) });

export function openPrograms(file: string): ProgramStore {
  return {
    load() {
      const { value, faults } = readJson(file, fileSchema, { programs: [] });
      return { programs: value.programs, faults };
    },
    save: (programs) => writeJson(file, { programs }),
  };
}
