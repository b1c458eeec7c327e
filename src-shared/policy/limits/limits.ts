// Every limit on what requests may cost the user in attention, one entry each. From it are derived: what is stored and
// its bounds, the fields, what a server's panel says, the error of a reached one, how it is raised, the table of docs/errors.md.
// Its words stand in the catalogues under `limits.of`, its check in `desk/guard.ts` or where it is counted. No schema is
// here: a window's start need not wait for one.
import type { BudgetUnit, BudgetWindow, LimitScope } from "./windows.ts";

const MIB = 1024 * 1024;

export const WAIT_MIN_MS = 1000;

interface LimitEntry {
  /** Bytes are typed and said in MiB, times in minutes. */
  unit: "bytes" | "ms" | "count";
  /** The most that it can be set to. */
  most: number;
  /** Of one server where nothing is set; null: its field may be empty. */
  usual: number | null;
  /** Empty is no limit at all, so that one can be raised to it. */
  endless?: true;
  /** It can be set for all servers together too: what is counted for all together, the others for each of them. */
  ofAll: boolean;
  /** What it is about: one line of a server's panel each. Of a request that is too much the content is not kept. */
  about: "size" | "rate" | "wait" | "call";
  /** The error of a server that reached it, with the stable word of `data.reason`; null: it is a part of another. */
  reached: {
    reason: string;
    code: number;
    message: string;
    /** What server authors read in docs/errors.md; `{usual}` is the figure above. */
    when: string;
  } | null;
  /** More can be let through for once, within this minute or for this call. */
  once?: true;
}

export const LIMITS = {
  /** Bytes of one request as JSON text, media included. No message above 64 MiB is read at all. */
  requestBytes: {
    ...{ unit: "bytes", most: 64 * MIB, usual: 32 * MIB, ofAll: true, about: "size" },
    reached: {
      reason: "too-large",
      code: -32063,
      message: "The request is larger than this client takes",
      when: "the request's JSON is longer than `limit` bytes ({usual})",
    },
  },
  /** Bytes of one image or sound, decoded. */
  mediumBytes: {
    ...{ unit: "bytes", most: 48 * MIB, usual: 20 * MIB, ofAll: false, about: "size" },
    reached: {
      reason: "medium-too-large",
      code: -32069,
      message: "An image or sound of the request is larger than this client takes",
      when: "one image or sound of more than `limit` bytes, decoded ({usual})",
    },
  },
  /** Characters of all texts and names of one request, images and audio not counted: half a million tokens or so. */
  textCharacters: {
    ...{ unit: "count", most: 64 * MIB, usual: 2_000_000, ofAll: false, about: "size" },
    reached: {
      reason: "text-too-long",
      code: -32062,
      message: "The texts of the request are longer than this client takes",
      when: "its texts and names have more than `limit` characters ({usual})",
    },
  },
  /** Messages in one request. */
  messages: {
    ...{ unit: "count", most: 1_000_000, usual: 1000, ofAll: false, about: "size" },
    reached: {
      reason: "too-many-messages",
      code: -32068,
      message: "The request has more messages than this client takes",
      when: "more than `limit` ({usual}) messages",
    },
  },
  /** Requests a minute in the long run: one more is taken every 60,000 / n ms. */
  perMinute: {
    ...{ unit: "count", most: 1_000_000, usual: 120, ofAll: true, about: "rate" },
    once: true,
    reached: {
      reason: "rate-limited",
      code: -32065,
      message: "Too many sampling requests within a minute",
      when: "more than `limit` ({usual}) a minute; `retryAfterMs` says when the next is taken",
    },
  },
  /** Requests at once after a quiet time; null: as many as come in a minute. */
  burst: {
    ...{ unit: "count", most: 1_000_000, usual: null, ofAll: true, about: "rate" },
    reached: null,
  },
  /** Requests that wait for the user at once. */
  waiting: {
    ...{ unit: "count", most: 1_000_000, usual: 200, ofAll: true, about: "rate" },
    reached: {
      reason: "too-many-waiting",
      code: -32066,
      message: "Too many sampling requests wait already",
      when: "`limit` ({usual}) requests wait for the person already",
    },
  },
  /** How long one waits for the user at a gate before it is refused, in milliseconds: a week at most; null: for ever. */
  waitMs: {
    ...{ unit: "ms", most: 7 * 24 * 3_600_000, usual: null, ofAll: true, about: "wait" },
    endless: true,
    reached: {
      reason: "waited-too-long",
      code: -32051,
      message: "Nobody at the client decided in time",
      when: "the person's longest wait of `limit` ms ran out at a gate (none is set)",
    },
  },
  /** Requests under one call of ours. */
  perCall: {
    ...{ unit: "count", most: 1_000_000, usual: 1000, ofAll: true, about: "call" },
    once: true,
    reached: {
      reason: "too-many-for-call",
      code: -32052,
      message: "Too many sampling requests for one call",
      when: "more than `limit` ({usual}) requests under one call",
    },
  },
  /** Requests with tools under one call of ours (2025-11-25, client/sampling, "iteration limits"). */
  toolRounds: {
    ...{ unit: "count", most: 100_000, usual: 10, ofAll: true, about: "call" },
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
/** Those with this trait. */
type Named<Trait> = { [N in LimitName]: Table[N] extends Trait ? N : never }[LimitName];
/** Limits that can be set for all servers together. */
export type AllLimitName = Named<{ ofAll: true }>;
/** Limits that refuse by a reason of their own, and can be raised from there. */
export type FigureName = Named<{ reached: { reason: string } }>;
export type OnceName = Named<{ once: true }>;
export type EndlessName = Named<{ endless: true }>;
export type LimitReason = Table[FigureName]["reached"]["reason"];

export const entryOf = (name: LimitName): LimitEntry => LIMITS[name];
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];
export const ALL_LIMIT_NAMES = LIMIT_NAMES.filter((name) => LIMITS[name].ofAll) as AllLimitName[];

const reasons = LIMIT_NAMES.flatMap((name) => {
  const { reached } = entryOf(name);
  return reached === null ? [] : [{ name, ...reached }];
});

/** The limit that this reason is of. */
export const LIMIT_OF = Object.fromEntries(
  reasons.map(({ reason, name }) => [reason, name]),
) as Record<LimitReason, FigureName>;
export const isLimitReason = (reason: string): reason is LimitReason =>
  Object.hasOwn(LIMIT_OF, reason);

/** Codes and words of reached limits: a part of the table of all codes. */
export const LIMIT_CODES = Object.fromEntries(
  reasons.map(({ reason, code, message }) => [reason, { code, message }]),
) as Record<LimitReason, { code: number; message: string }>;

/** The most that a budget can be set to. */
export const BUDGET_MOST: Readonly<Record<BudgetUnit, number>> = { tokens: 1e12, usd: 1e9 };

/** What generations may take; null: as much as there is. */
export type Budgets = Record<BudgetUnit, Record<BudgetWindow, number | null>>;
/** Limits of one server; a reached one refuses with its own code. */
export type ServerLimits = {
  [N in LimitName]: Table[N]["usual"] extends null ? number | null : number;
} & { budgets: Budgets };
/** Limits of all servers: rates, waiting ones and budgets hold for all together, the others for each. Null: none. */
export type AllLimits = Record<AllLimitName, number | null> & { budgets: Budgets };

/** No limit for all servers together. */
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

/** The longest wait for the user, or null where there is none. */
export function longestWait(own: number | null, ofAll: number | null): Holding | null {
  if (own === null) return ofAll === null ? null : { limit: ofAll, scope: "all" };
  return stricter(own, ofAll);
}
