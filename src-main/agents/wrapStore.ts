// `wraps.json`: hosts' servers that go through Countersign. It contains only hashes of tokens.
import { z } from "zod";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

/** A host's server that goes through Countersign. `file` is empty if the user adds the entry to the host's config. */
export interface Wrap {
  id: string;
  serverId: string;
  /** SHA-256 (hex) of the token in the host's config. */
  tokenHash: string;
  program: string;
  file: string;
  /** The path of the entry in the file. */
  path: (string | number)[];
  /** SHA-256 (hex) of the file as written with this entry, and the backup of the previous file. */
  writtenHash: string;
  backup: string;
  atMs: number;
  /** A session has used it. */
  isUsed: boolean;
  /** The last call of a tool through it, to the minute. */
  calledAtMs?: number | undefined;
  /** The host connects over HTTP, without the relay. */
  overHttp: boolean;
}

export type WrapStore = ReturnType<typeof openWraps>;

const wrapSchema = z.object({
  id: z.string(),
  serverId: z.string(),
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  program: z.string(),
  file: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  writtenHash: z.string(),
  backup: z.string(),
  atMs: z.number(),
  isUsed: z.boolean(),
  calledAtMs: z.number().optional(),
  overHttp: z.boolean().default(false),
}) satisfies z.ZodType<Wrap>;
const fileSchema = z.object({ wraps: z.array(wrapSchema) });

export function openWraps(file: string) {
  return {
    load(): { wraps: Wrap[]; faults: Failure[] } {
      const { value, faults } = readJson(file, fileSchema, { wraps: [] });
      return { wraps: value.wraps, faults };
    },
    save: (wraps: readonly Wrap[]): Outcome<null, Failure> => writeJson(file, { wraps }),
  };
}
