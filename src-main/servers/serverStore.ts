// `servers.json`: the servers that the user configured. It contains no secret values.
import path from "node:path";
import { z } from "zod";
import { serverInputSchema } from "#shared/servers/config/input.ts";
import { policySchema } from "#shared/servers/policy/policy.ts";
import type { Failure } from "#shared/outcome.ts";
import type { JsonStore } from "../profile/jsonFile.ts";
import { jsonStore } from "../profile/jsonFile.ts";

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
/** Secret values are in `Secrets` under `server:<id>:<env|header>:<name>`. */
const serverSchema = z.object({
  id: z.string(),
  name: z.string(),
  endpoint: z.discriminatedUnion("kind", [
    command,
    z.object({ kind: z.literal("http"), ...address }),
    z.object({ kind: z.literal("sse"), ...address }),
    z.object({ kind: z.literal("demo") }),
  ]),
  era: serverInputSchema.shape.era,
  policy: policySchema.prefault({}),
  /**
   * The policy that came with an imported config. Permissions in it beyond the defaults are confirmed together with
   * the start.
   */
  offered: policySchema.optional(),
  enabled: z.boolean(),
  /** Hash and time of what was confirmed, and the command, to show later what has changed. */
  confirmed: z
    .object({ hash: z.string(), atMs: z.number(), what: command.nullable().default(null) })
    .nullable(),
});
/**
 * A confirmed command of a `--config` server. Such servers are not stored, so only hashes of the name and of what was
 * confirmed are kept.
 */
const runSchema = z.object({
  nameHash: z.string(),
  hash: z.string(),
  atMs: z.number(),
  /** Hash of the files that were confirmed with it. */
  files: z.string().optional(),
});
const fileSchema = z.object({
  servers: z.array(serverSchema),
  confirmedRuns: z.array(runSchema).default([]),
});

/** A server as stored on disk. */
export type StoredServer = z.infer<typeof serverSchema>;
/** A local command as stored on disk. */
export type StoredCommand = z.infer<typeof command>;
export type ConfirmedRun = z.infer<typeof runSchema>;

/** Servers on disk (`servers.json`). A broken file is moved aside and reported, never overwritten. */
export type ServerStore = JsonStore<z.infer<typeof fileSchema>>;

/**
 * The file of the list of servers if it was damaged or unreadable, as the servers' own retention rules were in it;
 * otherwise null.
 */
export function lostListIn(faults: readonly Failure[]): string | null {
  for (const fault of faults) {
    const file =
      fault.kind === "file-set-aside"
        ? fault.aside
        : fault.kind === "config-unreadable"
          ? fault.file
          : "";
    if (path.basename(file).startsWith("servers.json")) return file;
  }
  return null;
}

export const openServers = (file: string): ServerStore =>
  jsonStore(file, fileSchema, { servers: [], confirmedRuns: [] });
