// The most that each limit and budget can be set to; apart from the schemas, which a window's start need not wait for.

const MIB = 1024 * 1024;

/** No message above 64 MiB is read at all. Waits in milliseconds: a week. */
export const LIMIT_MOST = {
  requestBytes: 64 * MIB,
  mediumBytes: 48 * MIB,
  textCharacters: 64 * MIB,
  messages: 1_000_000,
  perMinute: 1_000_000,
  burst: 1_000_000,
  waiting: 1_000_000,
  waitMs: 7 * 24 * 3_600_000,
  perCall: 1_000_000,
  toolRounds: 100_000,
  tokens: 1e12,
  usd: 1e9,
} as const;
