// What stands in the form of a server's policy while it is typed, and what it means: numbers as text, sizes in MiB.
import { policySchema, LIMIT_MAX } from "../../src-shared/servers/policy.ts";
import type { ServerLimits, ServerPolicy } from "../../src-shared/servers/policy.ts";
import { parseNumber } from "../ui/Field.tsx";
import { readRetention, retentionDraftOf } from "../ui/retentionDraft.ts";
import type { RetentionDraft, RetentionFaults } from "../ui/retentionDraft.ts";

export type LimitName = keyof ServerLimits;
export const LIMIT_NAMES: readonly LimitName[] = [
  "requestBytes",
  "mediumBytes",
  "textCharacters",
  "messages",
  "perMinute",
  "waiting",
  "toolRounds",
];

/** `limits` as typed: the others are what they mean. */
export interface PolicyDraft extends Omit<ServerPolicy, "limits" | "retention"> {
  limits: Record<LimitName, string>;
  /** Null: what is set for all servers. */
  retention: RetentionDraft | null;
}

/** Why a limit cannot be taken over; `min` and `max` are in the field's own unit. */
export type LimitFault =
  | { why: "empty" | "number" | "whole" }
  | { why: "small"; min: string }
  | { why: "large"; max: string };

const MIB = 1024 * 1024;
export const inMebibytes = (name: LimitName): boolean =>
  name === "requestBytes" || name === "mediumBytes";

/** A limit as its field shows it: MiB without what floating point adds, or the plain number. */
export function limitText(name: LimitName, value: number): string {
  return inMebibytes(name) ? String(Number((value / MIB).toFixed(6))) : String(value);
}

export function policyDraftOf(policy: ServerPolicy): PolicyDraft {
  const limits = { ...policy.limits };
  const text = (name: LimitName): string => limitText(name, limits[name]);
  return {
    ...policy,
    retention: policy.retention === null ? null : retentionDraftOf(policy.retention),
    limits: {
      requestBytes: text("requestBytes"),
      mediumBytes: text("mediumBytes"),
      textCharacters: text("textCharacters"),
      messages: text("messages"),
      perMinute: text("perMinute"),
      waiting: text("waiting"),
      toolRounds: text("toolRounds"),
    },
  };
}

type Read =
  | { ok: true; policy: ServerPolicy }
  | { ok: false; faults: Partial<Record<LimitName, LimitFault>>; keeping: RetentionFaults };

/** The policy that the form says, or what is wrong with each field. */
export function readPolicy(draft: PolicyDraft): Read {
  const faults: Partial<Record<LimitName, LimitFault>> = {};
  const limits: Partial<Record<LimitName, number>> = {};
  for (const name of LIMIT_NAMES) {
    const read = readLimit(name, draft.limits[name]);
    if (typeof read === "number") limits[name] = read;
    else faults[name] = read;
  }
  const keeping = draft.retention === null ? null : readRetention(draft.retention);
  if (Object.keys(faults).length > 0 || keeping?.ok === false) {
    return { ok: false, faults, keeping: keeping?.ok === false ? keeping.faults : {} };
  }
  const retention = keeping?.retention ?? null;
  return { ok: true, policy: policySchema.parse({ ...draft, limits, retention }) };
}

function readLimit(name: LimitName, text: string): number | LimitFault {
  if (text.trim() === "") return { why: "empty" };
  const typed = parseNumber(text);
  if (typed === null) return { why: "number" };
  const bytes = inMebibytes(name);
  if (!bytes && !Number.isInteger(typed)) return { why: "whole" };
  const value = bytes ? Math.round(typed * MIB) : typed;
  // The least size that is worth the name: 1 KiB.
  if (value < (bytes ? 1024 : 1)) return { why: "small", min: bytes ? "0.001" : "1" };
  const max = LIMIT_MAX[name];
  return value > max ? { why: "large", max: limitText(name, max) } : value;
}

/** A `file:` address as a person reads it; the address itself where it is none that can be read. */
export function folderOf(uri: string): string {
  try {
    const { pathname } = new URL(uri);
    const decoded = decodeURIComponent(pathname);
    return /^\/[A-Za-z]:\//.test(decoded) ? decoded.slice(1) : decoded;
  } catch {
    return uri;
  }
}
