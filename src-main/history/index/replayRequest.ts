// Rebuilds an earlier request so that it can be replayed, with its media inline.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import { isJsonObject } from "#shared/json.ts";
import type { Json } from "#shared/json.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { beforeRedaction } from "#shared/findings/redaction/redactUndo.ts";
import { internalise, MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { Ending, HeldRequest, Origin, Requester } from "#shared/request/life/heldRequest.ts";
import { readItem } from "./items.ts";
import type { ReadItem } from "./items.ts";
import { mediumText } from "./itemView.ts";
import type { LedgerFile } from "./ledgerFile.ts";

/** What to replay: the request as it was received, or as it was last approved. */
export type ReplayFrom = "asked" | "approved";

export interface EarlierRequest {
  requester: Requester;
  origin: Origin;
  declared: { tools: boolean; context: boolean };
  /** As the server would send them, with media inline. */
  params: Json;
  was: Ending["kind"] | null;
}

/** Fails if there is no such request, or if part of its content was deleted. */
export function replayRequestOf(
  ledger: LedgerFile,
  requestId: string,
  from: ReplayFrom,
): Outcome<EarlierRequest, Failure> {
  const read = readItem(ledger, requestId);
  if (read === null) return fail({ kind: "not-found", what: "sample" });
  const { request, forgotten } = read;
  if (!kindFactsOf(request).hasModel) return fail({ kind: "without-model" });
  const chosen = from === "asked" ? request.asked : approvedOf(request);
  if (chosen === null || forgotten === "all") return fail({ kind: "content-forgotten" });
  const whole = internalise(chosen, (ref) =>
    mediumText(ledger, requestId, ref.slice(MEDIA_PREFIX.length)),
  );
  if (!whole.ok) return fail({ kind: "content-forgotten" });
  return ok({
    requester: request.requester,
    origin: request.origin,
    declared: declaredOf(read),
    params: whole.value,
    was: request.phase.kind === "ended" ? request.phase.ending.kind : null,
  });
}

/** As last approved; as received if it never was. */
function approvedOf({ attempts, asked, proposed }: HeldRequest): Json {
  const last = attempts.at(-1);
  if (last === undefined) return asked;
  // Redacted values are not stored, so use the document from before redaction rather than one with placeholders.
  return (proposed === null ? last.document : beforeRedaction(proposed, last)) as Json;
}

/** The capabilities that the server had been told of. Older rows lack them; then assume all. */
function declaredOf({ rows }: ReadItem): EarlierRequest["declared"] {
  const declared = rows[0]?.row.body["declared"];
  const told = isJsonObject(declared) ? declared : {};
  return { tools: told["tools"] !== false, context: told["context"] !== false };
}
