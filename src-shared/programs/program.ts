// A program that calls a model through the desk, as the window shows and edits it.
import { z } from "zod";
import type { AcceptedCount } from "../findings/accepted.ts";
import type { ModelPolicy } from "../servers/policy/modelPolicy.ts";
import { isPass, PASS_MAX, PASSES_MAX } from "./passedCalls.ts";
import type { HoldingHook } from "../agents/comesToUser.ts";
import { defaultPolicy, policySchema } from "../servers/policy/policy.ts";
import type { ServerPolicy } from "../servers/policy/policy.ts";

/**
 * `hold`: every request waits. `rules`: rules may decide. `calls`: what continues a known conversation passes, and so do
 * responses without tool calls that could do harm. `watch`: passes at once. The last two are standing permissions.
 */
export const PROGRAM_MODES = ["hold", "rules", "calls", "watch"] as const;
export type ProgramMode = (typeof PROGRAM_MODES)[number];

export const passSchema = z.string().max(PASS_MAX).refine(isPass);

export const programInputSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  mode: z.enum(PROGRAM_MODES).default("hold"),
  /** `calls`: expressions with `calls:`; the tool calls that one of them matches pass. */
  passes: z.array(passSchema).max(PASSES_MAX).default([]),
  /** `calls`: so do the requests of an agent for a title or a summary of its session. */
  passesSides: z.boolean().default(false),
  /** `calls` and `watch`: what is redacted before a model gets the request. */
  redact: z.array(z.enum(["secrets", "personal"])).default([]),
  /** After this its token is refused; null: never. */
  expiresAtMs: z.number().int().positive().nullable().default(null),
  /** Limits, budgets, retention and allowed models; fields that only concern servers have no effect. */
  policy: policySchema.prefault({}),
});
export type ProgramInput = z.infer<typeof programInputSchema>;

export const newProgram = (name: string): ProgramInput => ({
  name,
  mode: "hold",
  passes: [],
  passesSides: false,
  redact: [],
  expiresAtMs: null,
  policy: defaultPolicy,
});

export interface ProgramView extends ProgramInput {
  id: string;
  createdAtMs: number;
  /** When it last sent a request with its token; null: never. */
  usedAtMs: number | null;
  /** Requests in this run of the app. */
  requests: number;
  /** The server that has this program's token; null: another program. */
  serverId: string | null;
  /** Of the agent that it belongs to, if that holds; null: nothing holds its tool calls. */
  hook: HoldingHook | null;
  /** The system texts and tools that the user has accepted as its own; null: none. */
  accepted: AcceptedCount | null;
  /** What holds for its requests, also by its mode and its server. */
  effective: Pick<ServerPolicy, "control"> & { models: ModelPolicy };
}

/** A variable for a program's environment. */
export interface EnvironmentLine {
  name: string;
  value: string;
  /** The value contains the token. */
  secret: boolean;
}

/** Shown once: only the token's hash is kept. */
export interface ProgramToken {
  id: string;
  token: string;
  /** `http://127.0.0.1:PORT`, without a path. */
  baseUrl: string;
  /** `OPENAI_BASE_URL`, `OPENAI_API_KEY`, `ANTHROPIC_BASE_URL`, `ANTHROPIC_API_KEY`. */
  lines: EnvironmentLine[];
}
