// `known.json`: servers' identities and tool descriptions, as the user last approved them. No secrets.
import { z } from "zod";
import { TOOL_PARTS } from "#shared/servers/identity/identity.ts";
import type { ServerIdentity } from "#shared/servers/identity/identity.ts";
import type { KnownServer } from "#shared/servers/identity/known.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readJson, setAside, writeJson } from "../profile/jsonFile.ts";

const file = z.object({ path: z.string(), sha256: z.string().nullable() });
const certificate = z.object({
  sha256: z.string(),
  subject: z.string(),
  issuer: z.string(),
  validToMs: z.number(),
});
const identitySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("program"),
    command: z.string(),
    args: z.array(z.string()),
    path: z.string().nullable(),
    sha256: z.string().nullable(),
    files: z.array(file).exactOptional(),
    runner: z
      .object({
        kind: z.enum(["package", "container", "shell", "module"]),
        what: z.string().nullable(),
        pinned: z.boolean(),
      })
      .exactOptional(),
  }),
  z.object({
    kind: z.literal("address"),
    origin: z.string(),
    pathname: z.string().exactOptional(),
    pathHash: z.string().exactOptional(),
    certificate: certificate.exactOptional(),
  }),
  z.object({ kind: z.literal("demo") }),
]) satisfies z.ZodType<ServerIdentity>;

const parts = z.partialRecord(z.enum(TOOL_PARTS), z.string());
const knownSchema = z.object({
  identity: z.object({ identity: identitySchema, atMs: z.number() }).exactOptional(),
  tools: z
    .array(
      z.object({
        name: z.string(),
        atMs: z.number(),
        hashes: parts,
        texts: parts.exactOptional(),
      }),
    )
    .exactOptional(),
  forgotten: z.literal(true).exactOptional(),
}) satisfies z.ZodType<KnownServer>;
const fileSchema = z.object({ servers: z.record(z.string(), knownSchema) });

/** What is known of servers, by id (`known.json`). */
export interface KnownStore {
  load(): { known: Record<string, KnownServer>; faults: Failure[] };
  save(known: Record<string, KnownServer>): Outcome<null, Failure>;
}

export function openKnown(path: string): KnownStore {
  return {
    load() {
      const { value, faults } = readJson(path, fileSchema, { servers: {} });
      // An unreadable file would be overwritten by the next approval.
      if (faults.some(({ kind }) => kind === "config-unreadable")) setAside(path);
      return { known: value.servers, faults };
    },
    save: (servers) => writeJson(path, { servers }),
  };
}
