// What stands in the form of a server's policy while it is typed, and what it means.
import { policySchema } from "../../../src-shared/servers/policy/policy.ts";
import type { ServerPolicy } from "../../../src-shared/servers/policy/policy.ts";
import { limitsDraftOf, readLimits, SERVER_LIMITS } from "../../components/limits/limitsDraft.ts";
import type { LimitFaults, LimitsDraft } from "../../components/limits/limitsDraft.ts";
import { readRetention, retentionDraftOf } from "../../components/record/retentionDraft.ts";
import type { RetentionDraft, RetentionFaults } from "../../components/record/retentionDraft.ts";

/** `limits` as typed: the others are what they mean. */
export interface PolicyDraft extends Omit<ServerPolicy, "limits" | "retention"> {
  limits: LimitsDraft;
  /** Null: what is set for all servers. */
  retention: RetentionDraft | null;
}

export function policyDraftOf(policy: ServerPolicy): PolicyDraft {
  return {
    ...policy,
    retention: policy.retention === null ? null : retentionDraftOf(policy.retention),
    limits: limitsDraftOf(SERVER_LIMITS, policy.limits),
  };
}

type Read =
  { ok: true; policy: ServerPolicy } | { ok: false; faults: LimitFaults; keeping: RetentionFaults };

/** The policy that the form says, or what is wrong with each field. */
export function readPolicy(draft: PolicyDraft): Read {
  const limits = readLimits(SERVER_LIMITS, draft.limits, false);
  const keeping = draft.retention === null ? null : readRetention(draft.retention);
  if (!limits.ok || keeping?.ok === false) {
    return {
      ok: false,
      faults: limits.ok ? {} : limits.faults,
      keeping: keeping?.ok === false ? keeping.faults : {},
    };
  }
  const retention = keeping?.retention ?? null;
  return { ok: true, policy: policySchema.parse({ ...draft, limits: limits.limits, retention }) };
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
