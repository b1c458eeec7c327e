// Reads what is proposed for two people to approve, and tells whether an approval is the same.
import { z } from "zod";
import { canonicalJson } from "#shared/canonical.ts";
import type { Json, JsonObject } from "#shared/json.ts";
import { isJsonObject } from "#shared/json.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import { generationOptionsSchema } from "#shared/models/providers/options.ts";
import { modelRef } from "#shared/request/life/decision.ts";
import type { Proposed } from "#shared/team/proposal.ts";
import { hasher } from "../profile/hasher.ts";
import type { TeamEntry } from "./rows.ts";
import type { ProposedRows } from "./store.ts";

const runSchema = z.object({
  model: modelRef,
  options: generationOptionsSchema.default({}),
});

/** What the window shows of it: what its rows would do. */
export function proposedOf({ hash, rows }: ProposedRows): Proposed {
  const last = rows.at(-1);
  return {
    hash,
    document: last !== undefined && isHonest(last) ? last.body["document"] : null,
    runs: rows
      .filter(({ kind }) => kind === "request-approved")
      .map(({ body }) => runSchema.safeParse(body).data ?? null),
  };
}

/** Whether these rows approve exactly what is proposed, whoever makes them. */
export const isVoteFor = ({ rows }: ProposedRows, entries: readonly TeamEntry[]): boolean =>
  rows.length === entries.length &&
  rows.every((row, at) => isHonest(row) && isAlike(row, entries[at]));

/** What somebody proposed has the hash that it names: the database cannot tell. */
function isHonest({ body }: ReadRow): boolean {
  const { document, documentHash } = body;
  return document !== undefined && hasher.hash(document as Json) === documentHash;
}

function isAlike({ kind, body }: ReadRow, other: TeamEntry | undefined): boolean {
  return (
    kind === other?.kind && isJsonObject(other.body) && contentOf(body) === contentOf(other.body)
  );
}

/** An approval from the inbox names no options, one at the gate may name none of them: both pass on nothing. */
function contentOf({ documentHash, model, options = {}, from }: JsonObject): string {
  return canonicalJson([documentHash, model, options, from]);
}
