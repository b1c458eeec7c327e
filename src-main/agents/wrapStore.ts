// `wraps.json`: hosts' servers that go through Countersign. It contains only hashes of tokens.
import { z } from "zod";
import { jsonStore } from "../profile/jsonFile.ts";
import type { JsonStore } from "../profile/jsonFile.ts";

/** A host's server that goes through Countersign. */
const wrapSchema = z.object({
  id: z.string(),
  serverId: z.string(),
  /** SHA-256 (hex) of the token in the host's config. */
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/),
  program: z.string(),
  /** Empty if the user adds the entry to the host's config. */
  file: z.string(),
  /** The path of the entry in the file. */
  path: z.array(z.union([z.string(), z.number()])),
  /** SHA-256 (hex) of the file as written with this entry, and the backup of the previous file. */
  writtenHash: z.string(),
  backup: z.string(),
  atMs: z.number(),
  /** A session has used it. */
  isUsed: z.boolean(),
  /** The last call of a tool through it, to the minute. */
  calledAtMs: z.number().optional(),
  /** The host connects over HTTP, without the relay. */
  overHttp: z.boolean().default(false),
});
export type Wrap = z.infer<typeof wrapSchema>;

const fileSchema = z.object({ wraps: z.array(wrapSchema) });
export type WrapStore = JsonStore<z.infer<typeof fileSchema>>;

export const openWraps = (file: string): WrapStore => jsonStore(file, fileSchema, { wraps: [] });
