// What stands in the form of how long content is kept, and what it means. An empty field is no limit.
import { DAYS_MAX, MEGABYTES_MAX } from "../../../src-shared/servers/policy/retentionLimits.ts";
import type { Retention } from "../../../src-shared/servers/policy/retention.ts";

export interface RetentionDraft {
  days: string;
  megabytes: string;
  textOnly: boolean;
}

export const RETENTION_MAX = { days: DAYS_MAX, megabytes: MEGABYTES_MAX } as const;
export type RetentionNumber = keyof typeof RETENTION_MAX;
export type RetentionFaults = Partial<Record<RetentionNumber, true>>;

export const retentionDraftOf = ({ days, megabytes, textOnly }: Retention): RetentionDraft => ({
  days: days === null ? "" : String(days),
  megabytes: megabytes === null ? "" : String(megabytes),
  textOnly,
});

type Read = { ok: true; retention: Retention } | { ok: false; faults: RetentionFaults };

export function readRetention({ days, megabytes, textOnly }: RetentionDraft): Read {
  const read = { days: readWhole(days, "days"), megabytes: readWhole(megabytes, "megabytes") };
  const faults: RetentionFaults = {
    ...(read.days === undefined ? { days: true as const } : {}),
    ...(read.megabytes === undefined ? { megabytes: true as const } : {}),
  };
  return read.days === undefined || read.megabytes === undefined
    ? { ok: false, faults }
    : { ok: true, retention: { days: read.days, megabytes: read.megabytes, textOnly } };
}

/** Null for nothing, undefined for what is no whole number within its bounds. */
function readWhole(text: string, name: RetentionNumber): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : 0;
  return value >= 1 && value <= RETENTION_MAX[name] ? value : undefined;
}
