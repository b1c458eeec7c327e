// `wraps.json`: hosts' servers that go through Countersign. It contains only hashes of tokens.
import { z } from "zod";
import type { Wrap, WrapStore } from "../servers/gatewayPorts.ts";
import { readJson, writeJson } from "../profile/jsonFile.ts";

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

export function openWraps(file: string): WrapStore {
  return {
    load() {
      const { value, faults } = readJson(file, fileSchema, { wraps: [] });
      return { wraps: value.wraps, faults };
    },
    save: (wraps) => writeJson(file, { wraps }),
  };
}
