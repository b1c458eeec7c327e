// What every screen shows of a request, as another desk wrote it. Its document is read strictly elsewhere.
import { z } from "zod";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

const text = z.string();
const call = z.looseObject({ runId: text, method: text, name: text });

const schema = z.looseObject({
  asker: z.looseObject({
    ...{ serverId: text, name: text, where: text, protocolVersion: text },
    transport: z.enum(["stdio", "http", "sse", "demo", "endpoint"]),
    era: z.enum(["legacy", "modern"]),
    claims: z.looseObject({ name: text, version: text.optional() }).optional(),
    host: z.looseObject({ name: text, version: text.optional(), sessionId: text }).optional(),
  }),
  origin: z.discriminatedUnion("kind", [
    z.looseObject({ kind: z.literal("none") }),
    z.looseObject({ kind: z.literal("certain"), call }),
    z.looseObject({ kind: z.literal("ambiguous"), calls: z.array(call) }),
  ]),
  turn: z.number().optional(),
  round: z.looseObject({ number: z.number(), limit: z.number() }).optional(),
  deadline: z.looseObject({ atMs: z.number(), totalMs: z.number() }).optional(),
  flags: z.array(
    z.looseObject({
      ...{ severity: z.enum(["error", "note"]), code: text, detail: text.optional() },
      path: z.array(z.union([text, z.number()])),
    }),
  ),
});

/** Whether a list can show it: another program's may hold anything. */
export const isShowable = (sample: Sample): boolean => schema.safeParse(sample).success;
