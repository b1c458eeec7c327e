// Proposes a rule for requests like this one, with edits of the user's that it could make automatically.
import { kindFactsOf } from "#shared/request/kinds/facts.ts";
import { BREAK, rowOf } from "#shared/filter/columns.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { RuleProposal } from "#shared/rules/proposal.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { offersOf } from "#shared/rules/offers.ts";
import type { DecidedRequest, Offers } from "#shared/rules/offers.ts";
import { propose } from "#shared/rules/propose.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Database } from "../../store/sql.ts";
import { readItem } from "./items.ts";
import type { LedgerFile } from "./ledgerFile.ts";
import { rowsShown } from "./shownRows.ts";

/** How many of the user's decisions are searched for edits. */
const DECIDED_MOST = 100;

interface Files {
  index: Database;
  ledger: LedgerFile;
}

export function proposalOf(
  files: Files,
  requestId: string,
  gate: RuleGate,
): Outcome<RuleProposal, Failure> {
  const read = readItem(files.ledger, requestId);
  if (read === null) return fail({ kind: "not-found", what: "sample" });
  if (read.forgotten === "all") return fail({ kind: "content-forgotten" });
  const { request } = read;
  const proposed = propose(request, gate);
  if (proposed === null) return fail({ kind: "content-forgotten" });
  const offers = gate === "request" ? offersFor(files, request) : {};
  const { serverId: id, name } = request.requester;
  return ok({
    ...proposed,
    server: { id, name },
    exactly: request.askedHash,
    ...told(offers),
  });
}

function told({
  system,
  maxTokens,
  model,
}: Offers): Pick<RuleProposal, "edit" | "lower" | "route"> {
  return {
    ...(system === undefined
      ? {}
      : {
          edit: {
            system: { from: system.from, to: system.to },
            times: system.times,
          },
        }),
    ...(maxTokens === undefined
      ? {}
      : { lower: { maxTokens: maxTokens.to, times: maxTokens.times } }),
    ...(model === undefined ? {} : { route: { model: model.ref, times: model.times } }),
  };
}

/** Edits that the user made to requests of the same server and call. */
function offersFor({ index, ledger }: Files, request: HeldRequest): Offers {
  if (request.proposed === null) return {};
  const { server, call } = rowOf(factsOf(request));
  const from = `item JOIN shown ON shown.n = item.n
                WHERE alike IN (SELECT id FROM alike WHERE server = ? AND instr(decided_by1, ?) > 0)
                  AND call = ? AND attempts > 0 AND forgotten < 2
                ORDER BY received_ms DESC, item.n DESC LIMIT ${DECIDED_MOST}`;
  const rows = rowsShown(index, from, server, `${BREAK}me${BREAK}`, call);
  const decided = rows.flatMap(({ facts }) => decidedIn(readItem(ledger, facts.id)?.request) ?? []);
  return offersOf(decided, request.proposed);
}

function decidedIn(request: HeldRequest | undefined): DecidedRequest | null {
  const [attempt] = request?.attempts ?? [];
  if (request === undefined || request.proposed === null || attempt === undefined) return null;
  if (attempt.by.kind !== "person" || !kindFactsOf(request).hasModel) return null;
  // With redacted values, the document differs from what the user wrote.
  if (attempt.redacted !== undefined) return null;
  return { asked: request.proposed, approved: attempt.document, model: attempt.model };
}
