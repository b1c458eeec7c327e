// Schema of a server as the user enters it; used by the form, IPC and all imports.
import { z } from "zod";
import { policySchema } from "../policy/policy.ts";

/** An environment variable or header as the user enters it: `value: null` keeps the stored secret. */
const named = z.strictObject({
  name: z.string().min(1).max(500),
  secret: z.boolean(),
  value: z.string().max(100_000).nullable(),
});
/** The most variables that a host may hand over. */
export const HOST_ENV_MAX = 50;
/** Without `_`, so that the names of their variables (`headerVariable`) differ. */
export const HOST_HEADER = /^[A-Za-z0-9-]{1,200}$/;
const hostHeaders = z.array(z.string().regex(HOST_HEADER)).max(HOST_ENV_MAX).optional();
const httpUrl = z.url({ protocol: /^https?$/ });

/** A server as the user enters it. */
export const serverInputSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** `auto` tries legacy first, and modern only if `initialize` is refused. */
  era: z.enum(["auto", "legacy", "modern"]),
  /** Absent: unchanged, or the defaults for a new server. */
  policy: policySchema.optional(),
  endpoint: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("stdio"),
      command: z.string().trim().min(1).max(10_000),
      args: z.array(z.string().max(100_000)).max(1000),
      cwd: z.string().max(10_000).nullable(),
      env: z.array(named).max(1000),
      hostEnv: z.array(z.string().min(1).max(500)).max(HOST_ENV_MAX).optional(),
    }),
    z.strictObject({
      kind: z.literal("http"),
      url: httpUrl,
      headers: z.array(named).max(200),
      hostHeaders,
    }),
    z.strictObject({
      kind: z.literal("sse"),
      url: httpUrl,
      headers: z.array(named).max(200),
      hostHeaders,
    }),
    z.strictObject({ kind: z.literal("demo") }),
  ]),
});
export type ServerInput = z.infer<typeof serverInputSchema>;
export type NamedValueInput = z.infer<typeof named>;
