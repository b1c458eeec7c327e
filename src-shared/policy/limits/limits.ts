// What requests may cost a person in attention and money: rates, waits, sizes, budgets. For one server, kept with it,
// and for all servers together, kept with the settings; the stricter of the two holds.
import { z } from "zod";
import { LIMIT_MOST } from "./limitMost.ts";
import type { LimitScope } from "./windows.ts";

const MIB = 1024 * 1024;

export const WAIT_MIN_MS = 1000;

const count = (name: keyof typeof LIMIT_MOST) => z.number().int().min(1).max(LIMIT_MOST[name]);
const wait = z.number().int().min(WAIT_MIN_MS).max(LIMIT_MOST.waitMs);

const tokens = z.number().int().min(1).max(LIMIT_MOST.tokens).nullable().default(null);
const usd = z.number().positive().max(LIMIT_MOST.usd).nullable().default(null);
const windows = <T extends z.ZodType>(of: T) => z.strictObject({ hour: of, day: of, month: of });

/** What generations may take; null: as much as there is. */
export const budgetsSchema = z.strictObject({
  /** Tokens of prompts and answers together, as the providers count them. */
  tokens: windows(tokens).prefault({}),
  /** USD, by the prices that are known. */
  usd: windows(usd).prefault({}),
});
export type Budgets = z.infer<typeof budgetsSchema>;

/** Limits of one server; a reached one refuses with its own code. */
export const limitsSchema = z.strictObject({
  /** Bytes of one request as JSON text, media included. */
  requestBytes: count("requestBytes").default(32 * MIB),
  /** Bytes of one image or sound, decoded. */
  mediumBytes: count("mediumBytes").default(20 * MIB),
  /** Characters of all texts and names of one request, images and sounds not counted: half a million tokens or so. */
  textCharacters: count("textCharacters").default(2_000_000),
  /** Messages in one request. */
  messages: count("messages").default(1000),
  /** Requests a minute in the long run: one more is taken every 60,000 / n ms. */
  perMinute: count("perMinute").default(120),
  /** Requests at once after a quiet time; null: as many as come in a minute. */
  burst: count("burst").nullable().default(null),
  /** Requests that wait for a person at once. */
  waiting: count("waiting").default(200),
  /** How long one waits for a person at a gate before it is refused, in milliseconds; null: for ever. */
  waitMs: wait.nullable().default(null),
  /** Requests under one call of ours. */
  perCall: count("perCall").default(1000),
  /** Requests with tools under one call of ours (2025-11-25, client/sampling, "iteration limits"). */
  toolRounds: count("toolRounds").default(10),
  budgets: budgetsSchema.prefault({}),
});
export type ServerLimits = z.infer<typeof limitsSchema>;

/** Limits of all servers: rates, waiting ones and budgets hold for all together, the others for each. Null: none. */
export const allLimitsSchema = z.strictObject({
  requestBytes: count("requestBytes").nullable().default(null),
  perMinute: count("perMinute").nullable().default(null),
  burst: count("burst").nullable().default(null),
  waiting: count("waiting").nullable().default(null),
  waitMs: wait.nullable().default(null),
  perCall: count("perCall").nullable().default(null),
  toolRounds: count("toolRounds").nullable().default(null),
  budgets: budgetsSchema.prefault({}),
});
export type AllLimits = z.infer<typeof allLimitsSchema>;

/** A limit that holds for each request by itself, and where it was set. */
export interface Holding {
  limit: number;
  scope: LimitScope;
}

/** The stricter of the two. */
export function stricter(own: number, ofAll: number | null): Holding {
  return ofAll !== null && ofAll < own
    ? { limit: ofAll, scope: "all" }
    : { limit: own, scope: "server" };
}

/** The longest wait for a person, or null where there is none. */
export function longestWait(own: number | null, ofAll: number | null): Holding | null {
  if (own === null) return ofAll === null ? null : { limit: ofAll, scope: "all" };
  return stricter(own, ofAll);
}
