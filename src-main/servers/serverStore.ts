// `servers.json`: the servers that the user configured. It contains no secret values.
import { z } from "zod";
import { policySchema } from "#shared/servers/policy/policy.ts";
import type { ServerStore, StoredServer } from "../servicePorts.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

const value = z.object({ name: z.string(), secret: z.boolean(), value: z.string().nullable() });
const command = z.object({
  kind: z.literal("stdio"),
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string().nullable(),
  env: z.array(value),
  hostEnv: z.array(z.string()).optional(),
});
const address = {
  url: z.string(),
  headers: z.array(value),
  hostHeaders: z.array(z.string()).optional(),
};
const serverSchema: z.ZodType<StoredServer> = z.object({
  id: z.string(),
  name: z.string(),
  endpoint: z.discriminatedUnion("kind", [
    command,
    z.object({ kind: z.literal("http"), ...address }),
    z.object({ kind: z.literal("sse"), ...address }),
    z.object({ kind: z.literal("demo") }),
  ]),
  era: z.enum(["auto", "legacy", "modern"]),
  policy: policySchema.prefault({}),
  offered: policySchema.optional(),
  enabled: z.boolean(),
  confirmed: z
    .object({ hash: z.string(), atMs: z.number(), what: command.nullable().default(null) })
    .nullable(),
});
const fileSchema = z.object({
  servers: z.array(serverSchema),
  confirmedRuns: z
    .array(
      z.object({
        nameHash: z.string(),
        hash: z.string(),
        atMs: z.number(),
        files: z.string().optional(),
      }),
    )
    .default([]),
});

export function openServers(file: string): ServerStore {
  return {
    load() {
      const { value: kept, faults } = readJson(file, fileSchema, {
        servers: [],
        confirmedRuns: [],
      });
      return { ...kept, faults };
    },
    save: (servers, confirmedRuns) => writeJson(file, { servers, confirmedRuns }),
  };
}
