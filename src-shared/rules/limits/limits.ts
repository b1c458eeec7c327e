// Every limit on requests, one entry each. Derived from it: storage and bounds, form fields, the lines of a server's
// panel, the error when reached, how it is raised, the table of docs/errors.md. Its texts are in the catalogues under
// `limits.of`; it is enforced in `src-main/core/admission`. Free of schemas, so that the window can start without
// loading them.
import type { BudgetUnit, BudgetWindow, LimitScope } from "./windows.ts";

const MIB = 1024 * 1024;

export const WAIT_MIN_MS = 1000;

interface LimitEntry {
  /** Bytes are entered and shown in MiB, times in minutes. */
  unit: "bytes" | "ms" | "count";
  /** The highest value it can be set to. */
  most: number;
  /** A server's default; null when there is none and the field may be empty. */
  usual: number | null;
  /** Empty means unlimited, so the limit can also be raised to none. */
  endless?: true;
  /** It can be set for all servers too: counts then apply to all together, other limits to each. */
  ofAll: boolean;
  /** What it limits: one line each in a server's panel. The content of a request refused for its size is not stored. */
  about: "size" | "rate" | "wait" | "call";
  /** The error when it is reached, with its `data.reason`; null when it is part of another limit. */
  reached: {
    reason: string;
    code: number;
    message: string;
    /** The explanation for server authors in docs/errors.md; `{usual}` is the default. */
    when: string;
  } | null;
  /** The user can allow more once, for this minute or this call. */
  once?: true;
}

export const LIMITS = {
  /** Bytes of one request as JSON, media included. A message above 64 MiB is not read at all. */
  requestBytes: {
    unit: "bytes",
    most: 64 * MIB,
    usual: 32 * MIB,
    ofAll: true,
    about: "size",
    reached: {
      reason: "too-large",
      code: -32063,
      message: "The request is larger than this client accepts",
      when: "the request's JSON is longer than `limit` bytes ({usual})",
    },
  },
  /** Decoded bytes of one image or audio. */
  mediumBytes: {
    unit: "bytes",
    most: 48 * MIB,
    usual: 20 * MIB,
    ofAll: false,
    about: "size",
    reached: {
      reason: "medium-too-large",
      code: -32069,
      message: "An image or audio block of the request is larger than this client accepts",
      when: "one image or audio block of more than `limit` bytes, decoded ({usual})",
    },
  },
  /** Characters of all texts and names of one request, without media: the default is about half a million tokens. */
  textCharacters: {
    unit: "count",
    most: 64 * MIB,
    usual: 2_000_000,
    ofAll: false,
    about: "size",
    reached: {
      reason: "text-too-long",
      code: -32062,
      message: "The texts of the request are longer than this client accepts",
      when: "its texts and names have more than `limit` characters ({usual})",
    },
  },
  /** Messages in one request. */
  messages: {
    unit: "count",
    most: 1_000_000,
    usual: 1000,
    ofAll: false,
    about: "size",
    reached: {
      reason: "too-many-messages",
      code: -32068,
      message: "The request has more messages than this client accepts",
      when: "more than `limit` ({usual}) messages",
    },
  },
  /** Average requests per minute: one more is accepted every 60,000 / n ms. */
  perMinute: {
    unit: "count",
    most: 1_000_000,
    usual: 120,
    ofAll: true,
    about: "rate",
    once: true,
    reached: {
      reason: "rate-limited",
      code: -32065,
      message: "Too many sampling requests within a minute",
      when: "more than `limit` ({usual}) a minute; `retryAfterMs` tells when the next is accepted",
    },
  },
  /** Requests at once after a pause; null: as many as per minute. */
  burst: {
    unit: "count",
    most: 1_000_000,
    usual: null,
    ofAll: true,
    about: "rate",
    reached: null,
  },
  /** Pending requests at once. */
  waiting: {
    unit: "count",
    most: 1_000_000,
    usual: 200,
    ofAll: true,
    about: "rate",
    reached: {
      reason: "too-many-waiting",
      code: -32066,
      message: "Too many sampling requests are already pending",
      when: "`limit` ({usual}) requests are already pending",
    },
  },
  /** How long a request may be pending at a gate, in milliseconds; null: without limit. */
  waitMs: {
    unit: "ms",
    most: 7 * 24 * 3_600_000,
    usual: null,
    ofAll: true,
    about: "wait",
    endless: true,
    reached: {
      reason: "waited-too-long",
      code: -32051,
      message: "Nobody at the client decided in time",
      when: "it was pending at a gate for longer than `limit` ms (none is set)",
    },
  },
  /** Requests under one call of Countersign. */
  perCall: {
    unit: "count",
    most: 1_000_000,
    usual: 1000,
    ofAll: true,
    about: "call",
    once: true,
    reached: {
      reason: "too-many-for-call",
      code: -32052,
      message: "Too many sampling requests for one call",
      when: "more than `limit` ({usual}) requests under one call",
    },
  },
  /** Requests with tools under one call of Countersign (2025-11-25, client/sampling, "iteration limits"). */
  toolRounds: {
    unit: "count",
    most: 100_000,
    usual: 10,
    ofAll: true,
    about: "call",
    reached: {
      reason: "too-many-rounds",
      code: -32067,
      message: "Too many sampling requests under one call",
      when: "more than `limit` ({usual}) requests with tools under one call",
    },
  },
} as const satisfies Record<string, LimitEntry>;

type Table = typeof LIMITS;
export type LimitName = keyof Table;
/** Names of the limits with this property. */
type Named<Trait> = { [N in LimitName]: Table[N] extends Trait ? N : never }[LimitName];
/** Limits that can be set for all servers together. */
export type AllLimitName = Named<{ ofAll: true }>;
/** Limits with their own reason of refusal, which can be raised from there. */
export type FigureName = Named<{ reached: { reason: string } }>;
export type OneTimeLimitName = Named<{ once: true }>;
export type UnlimitedName = Named<{ endless: true }>;
export type LimitReason = Table[FigureName]["reached"]["reason"];

export const entryOf = (name: LimitName): LimitEntry => LIMITS[name];
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
export const ALL_LIMIT_NAMES = LIMIT_NAMES.filter((name) => LIMITS[name].ofAll) as AllLimitName[];

const reasons = LIMIT_NAMES.flatMap((name) => {
  const { reached } = entryOf(name);
  return reached === null ? [] : [{ name, ...reached }];
});

/** The limit that refuses with this reason. */
export const LIMIT_OF = Object.fromEntries(
  reasons.map(({ reason, name }) => [reason, name]),
) as Record<LimitReason, FigureName>;
export const isLimitReason = (reason: string): reason is LimitReason =>
  Object.hasOwn(LIMIT_OF, reason);

/** Codes and messages of reached limits; part of `CODES`. */
export const LIMIT_CODES = Object.fromEntries(
  reasons.map(({ reason, code, message }) => [reason, { code, message }]),
) as Record<LimitReason, { code: number; message: string }>;

/** The highest values of budgets. */
export const BUDGET_MOST: Readonly<Record<BudgetUnit, number>> = { tokens: 1e12, usd: 1e9 };

/** What generations may use; null: unlimited. */
export type Budgets = Record<BudgetUnit, Record<BudgetWindow, number | null>>;
/** The limits of one server. */
export type ServerLimits = {
  [N in LimitName]: Table[N]["usual"] extends null ? number | null : number;
} & { budgets: Budgets };
/**
 * Limits for all servers: rates, pending requests and budgets apply to all together, other limits to each. Null:
 * none.
 */
export type AllLimits = Record<AllLimitName, number | null> & { budgets: Budgets };

/** No limits for all servers. */
export const noLimits: AllLimits = {
  ...(Object.fromEntries(ALL_LIMIT_NAMES.map((name) => [name, null])) as Record<
    AllLimitName,
    null
  >),
  budgets: {
    tokens: { hour: null, day: null, month: null },
    usd: { hour: null, day: null, month: null },
  },
};

/** A limit that applies to each request by itself, and where it was set. */
export interface EffectiveLimit {
  limit: number;
  scope: LimitScope;
}

/** The stricter of the two limits. */
export function stricter(own: number, ofAll: number | null): EffectiveLimit {
  return ofAll !== null && ofAll < own
    ? { limit: ofAll, scope: "all" }
    : { limit: own, scope: "server" };
}

/** The longest wait for the user, or null when there is no limit. */
export function longestWait(own: number | null, ofAll: number | null): EffectiveLimit | null {
  if (own === null) return ofAll === null ? null : { limit: ofAll, scope: "all" };
  return stricter(own, ofAll);
}
