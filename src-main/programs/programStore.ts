// `programs.json`: the programs that call models through the desk. It contains hashes of their tokens, never the tokens.
// Other programs can write it as well: what the app did not write itself holds everything until the user sets it.
import { z } from "zod";
import { canonicalJson } from "#shared/canonical.ts";
import type { JsonObject } from "#shared/json.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import { AGENT_IDS } from "#shared/agents/agent.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Accepted } from "../profile/accepted.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

/** An agent's own settings that have a program's token. */
const linkSchema = z.strictObject({
  agent: z.enum(AGENT_IDS),
  /** The agent's config file, and a copy of it from before; null: there was none. */
  file: z.string(),
  backup: z.string().nullable(),
  /** The address that was written there. */
  baseUrl: z.string(),
});
export type AgentLink = z.infer<typeof linkSchema>;

const programSchema = programInputSchema.extend({
  id: z.string(),
  /** SHA-256 (hex) of its token. */
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  createdAtMs: z.number(),
  usedAtMs: z.number().nullable(),
  serverId: z.string().nullable(),
  link: linkSchema.optional(),
});

/** A program as it is stored. */
export type StoredProgram = z.infer<typeof programSchema> & {
  /** Another program wrote it: it holds everything until the user sets it again. */
  unaccepted?: true;
};

/** A file of the profile, or the programs of the command line. */
export interface ProgramStore {
  load(): { programs: StoredProgram[]; faults: Failure[] };
  /** Accepts all programs but the unaccepted ones. */
  save(programs: readonly StoredProgram[]): Outcome<null, Failure>;
}

/** With the entry as it is in the file: a newer version may fill in more. */
const entrySchema = z.looseObject({}).transform((entry, context) => {
  const read = programSchema.safeParse(entry);
  if (read.success) return { entry: entry as JsonObject, program: read.data };
  context.addIssue(read.error.message);
  return z.NEVER;
});
const fileSchema = z.object({ programs: z.array(entrySchema) });

/** @param accepted has each program as the app wrote it last */
export function openPrograms(file: string, accepted: Accepted): ProgramStore {
  return {
    load() {
      const { value, faults } = readJson(file, fileSchema, { programs: [] });
      const differing = new Set(
        accepted
          .differing(grantsOf(value.programs.map(({ entry }) => entry)))
          .map((one) => one.file),
      );
      const programs = value.programs.map(({ program }): StoredProgram =>
        differing.has(program.id)
          ? {
              ...program,
              mode: "hold" as const,
              passes: [],
              passesSides: false,
              unaccepted: true as const,
            }
          : program,
      );
      const names = programs.flatMap((one) => (one.unaccepted === true ? [one.name] : []));
      return {
        programs,
        faults: names.length === 0 ? faults : [...faults, { kind: "programs-unaccepted", names }],
      };
    },
    save(programs) {
      const entries = programs.map(
        ({ unaccepted: _flag, ...entry }) => entry as unknown as JsonObject,
      );
      const grants = grantsOf(entries.filter((_entry, at) => programs[at]?.unaccepted !== true));
      if (accepted.differing(grants).length > 0) {
        const kept = accepted.accept(grants);
        if (!kept.ok) return kept;
      }
      return writeJson(file, { programs: entries });
    },
  };
}

/** What each entry grants, by id. Two with the same id grant something else than either. */
function grantsOf(entries: readonly JsonObject[]): Map<string, string> {
  const grants = new Map<string, string>();
  for (const { usedAtMs: _used, ...grant } of entries) {
    const id = String(grant["id"]);
    grants.set(id, `${grants.get(id) ?? ""}${canonicalJson(grant as JsonObject)}`);
  }
  return grants;
}
