// Events as rows for the team's database: who decided by login, whether something was edited, what it may use.
import { canonicalJson } from "#shared/canonical.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import type { Spend } from "#shared/rules/limits/budget.ts";
import { withEditedFlag } from "#shared/request/document/edited.ts";
import { advance } from "#shared/request/life/advance.ts";
import type { RequestEvent } from "#shared/request/life/event.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { TeamRefusal } from "#shared/team/failure.ts";
import type { Login } from "#shared/team/request.ts";
import { usedBy } from "../core/admission/spent.ts";
import { rowOf } from "../core/desk/recorder.ts";
import type { LedgerEntry } from "../core/ports.ts";
import type { TeamOutcome } from "./address.ts";
import type { TeamEntry, TeamSpend } from "./rows.ts";

/** A row that has taken effect here, with the user's login in place of "the user". */
export function entryOf({ kind, body, media, spent }: LedgerEntry, login: Login): TeamEntry {
  const entry: TeamEntry = { kind, body: signed(body, login), ...(media && { media }) };
  const { attemptId } = isJsonObject(body) ? body : {};
  if (spent === undefined || typeof attemptId !== "string") return entry;
  return { ...entry, used: { attemptId, ...spendOf(usedBy(spent)) } };
}

/** The rows of a decision and the request after it; null when it does not apply. */
export function entriesOf(
  request: HeldRequest,
  events: readonly RequestEvent[],
  login: Login,
  likelyOf: (event: Approved) => Spend,
): { entries: TeamEntry[]; after: HeldRequest } | null {
  const entries: TeamEntry[] = [];
  let after = request;
  for (const made of events) {
    const event = withEditedFlag(after, made);
    const step = advance(after, event);
    if (step === null) return null;
    const row = rowOf(after, event);
    const reserve =
      event.kind === "request-approved"
        ? { attemptId: event.attemptId, ...spendOf(likelyOf(event)) }
        : undefined;
    const { kind, media } = row;
    const body = signed(row.body, login);
    entries.push({ kind, body, ...(media && { media }), ...(reserve && { reserve }) });
    after = step.request;
  }
  return { entries, after };
}

export type Approved = Extract<RequestEvent, { kind: "request-approved" }>;

export const spendOf = ({ tokens, usd, unpriced }: Spend): TeamSpend => ({
  tokens,
  usd: unpriced > 0 ? null : usd,
});

function signed(body: Json, login: Login): Json {
  if (!isJsonObject(body)) return body;
  const by = body["by"];
  return isJsonObject(by) && by["kind"] === "person" ? { ...body, by: { ...by, login } } : body;
}

/** Whether a row of the database is this one, which was sent without an answer. */
export function isSame(row: ReadRow, { kind, body }: TeamEntry): boolean {
  return row.kind === kind && textOf(row.body) === textOf(isJsonObject(body) ? body : {});
}

function textOf({ atMs: _atMs, kind: _kind, ...rest }: JsonObject): string {
  return canonicalJson(rest);
}

/** Whether the database refused it for this reason. */
export const isRefused = (outcome: TeamOutcome<unknown>, why: TeamRefusal): boolean =>
  !outcome.ok && outcome.failure.kind === "team-refused" && outcome.failure.why === why;
