// What a person lets one server do: which requests are held at all, how much, and what is shared with it.
// Kept with the server; every member has a default, so an older file stays readable.
import { z } from "zod";
import { retentionSchema } from "./retention.ts";
import { modelPolicySchema } from "./modelPolicySchema.ts";

const MIB = 1024 * 1024;

/** The most that each cap can be set to. No message above 64 MiB is read at all. */
export const LIMIT_MAX = {
  requestBytes: 64 * MIB,
  mediumBytes: 48 * MIB,
  textCharacters: 64 * MIB,
  messages: 1_000_000,
  perMinute: 1_000_000,
  waiting: 1_000_000,
  toolRounds: 100_000,
} as const;
const count = (fallback: number, name: keyof typeof LIMIT_MAX) =>
  z.number().int().min(1).max(LIMIT_MAX[name]).default(fallback);

/** Caps on what one server may ask; a reached one refuses with its own code. */
export const limitsSchema = z.strictObject({
  /** Bytes of one request as JSON text, media included. */
  requestBytes: count(32 * MIB, "requestBytes"),
  /** Bytes of one image or sound, decoded. */
  mediumBytes: count(20 * MIB, "mediumBytes"),
  /** Characters of all texts and names of one request, images and sounds not counted: half a million tokens or so. */
  textCharacters: count(2_000_000, "textCharacters"),
  /** Messages in one request. */
  messages: count(1000, "messages"),
  /** Requests within any 60 s. */
  perMinute: count(120, "perMinute"),
  /** Requests that wait for a person at once. */
  waiting: count(200, "waiting"),
  /** Requests with tools under one call of ours (2025-11-25, client/sampling, "iteration limits"). */
  toolRounds: count(10, "toolRounds"),
});
export type ServerLimits = z.infer<typeof limitsSchema>;

/** A folder that a server may know of (2025-11-25, client/roots). `uri` begins with `file://`. */
export const rootSchema = z.strictObject({
  uri: z.string().startsWith("file://").max(10_000),
  name: z.string().max(200).optional(),
});
export type SharedRoot = z.infer<typeof rootSchema>;

export const policySchema = z.strictObject({
  /** Who decides about its requests, never looser than the master switch: see `control.ts`. */
  control: z.enum(["as-set", "review", "rules", "stopped"]).default("as-set"),
  /** A request while no call of ours is open (the spec: −32602), and one that could belong to several. */
  unasked: z.enum(["refuse", "ask"]).default("refuse"),
  ambiguous: z.enum(["refuse", "ask"]).default("ask"),
  limits: limitsSchema.prefault({}),
  /** Declares `sampling.tools`. */
  tools: z.boolean().default(true),
  /** Declares `sampling.context`. */
  context: z.boolean().default(true),
  /** Declares `tasks.requests.sampling.createMessage` (2025-11-25, experimental). */
  tasks: z.boolean().default(false),
  /** Declares `roots` when there is one. */
  roots: z.array(rootSchema).max(1000).default([]),
  /** How long the content of its requests is kept; null: as it is set for all. */
  retention: retentionSchema.nullable().default(null),
  /** Which models its requests may go to. */
  models: modelPolicySchema.prefault({}),
});
export type ServerPolicy = z.infer<typeof policySchema>;

/** What holds where a person has chosen nothing. */
export const defaultPolicy: ServerPolicy = policySchema.parse({});

/** True when a server has to be connected anew to learn of the change: what is declared is said once. */
export const declaresOtherwise = (before: ServerPolicy, after: ServerPolicy): boolean =>
  before.tools !== after.tools ||
  before.context !== after.context ||
  before.tasks !== after.tasks ||
  before.roots.length > 0 !== after.roots.length > 0;
