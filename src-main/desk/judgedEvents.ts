// What follows from what a rule says, as events that belong together: the same ones that a person's decisions become,
// under the rule's name.
import type { Inspection } from "../../src-shared/inspect/inspection.ts";
import { FINDING_KINDS } from "../../src-shared/inspect/kinds.ts";
import { redactionsOf } from "../../src-shared/inspect/redaction.ts";
import type { Redaction } from "../../src-shared/inspect/redaction.ts";
import type { HeldBack, Judged } from "../../src-shared/ipc/rules.ts";
import { changed } from "../../src-shared/policy/changed.ts";
import type { Rule } from "../../src-shared/policy/rule.ts";
import type { SampleEvent } from "../../src-shared/sampling/event.ts";
import type { RequestDocument } from "../../src-shared/sampling/message.ts";
import type { Actor, Attempt, Base, Sample } from "../../src-shared/sampling/sample.ts";
import { CODES } from "../../src-shared/sampling/codes.ts";
import { checkRequest, checkResponse } from "../../src-shared/sampling/validate.ts";
import type { DecidingParts } from "./decide.ts";

type Said = Omit<Judged, "atMs">;

/** An attempt with a whole answer of a model. */
export type Answered = Attempt & { state: Extract<Attempt["state"], { generated: unknown }> };

/** The request that a rule would send: what came, as the rule changes it. Null: it cannot be shown, so not sent either. */
export const asChanged = (sample: Sample, { changes }: Rule): RequestDocument | null =>
  sample.proposed === null || changes === undefined
    ? sample.proposed
    : changed(sample.proposed, changes);

/** True where a person has to settle something in the request, or in what the rule makes of it. */
export function isFlagged(sample: Sample, document: RequestDocument | null): boolean {
  if (document === null || sample.flags.some(({ severity }) => severity === "error")) return true;
  return checkRequest(document, sample.proposed, sample.media).some(
    ({ severity }) => severity === "error",
  );
}

/** The same for an answer. */
export function isAnswerFlagged(sample: Sample, { document, state }: Answered): boolean {
  const asked = sample.proposed ?? document;
  const legacy = sample.asker.era === "legacy";
  return checkResponse(state.generated, asked, { legacy, media: sample.media }).some(
    ({ severity }) => severity === "error",
  );
}

interface Saying {
  sample: Sample;
  rule: Rule;
  said: Said;
  base: Base;
}

/** The events, in their order. `held` where it turns out that the values cannot be taken out of the request. */
export function judgedEvents(
  { sample, rule, said, base }: Saying,
  inspection: Inspection | null,
  answer: Answered | null,
  parts: DecidingParts,
): SampleEvent[] {
  const by: Actor = { kind: "rule", name: rule.name, id: rule.id };
  const at = { atMs: parts.clock.nowMs(), by };
  const saying = (more: { held?: HeldBack } = {}): SampleEvent => ({
    ...at,
    kind: "judged",
    base,
    ...(answer === null ? {} : { attemptId: answer.id }),
    ...said,
    ...more,
  });
  if (said.held !== undefined || said.decide === "ask") return [saying()];
  if (said.decide === "refuse") {
    return [saying(), { ...at, kind: "refused", refusal: refusalOf(rule) }];
  }
  if (answer !== null) {
    const { generated: document, generatedHash: documentHash } = answer.state;
    const attemptId = answer.id;
    return [
      saying(),
      { ...at, kind: "response-approved", base, attemptId, document, documentHash },
    ];
  }
  const approved = approval({ sample, rule, said, base }, at, inspection, parts);
  return approved === null ? [saying({ held: notTakenOut(rule) })] : [saying(), approved];
}

function approval(
  { sample, rule, said, base }: Saying,
  at: { atMs: number; by: Actor },
  inspection: Inspection | null,
  parts: DecidingParts,
): SampleEvent | null {
  const document = asChanged(sample, rule);
  const { model } = said;
  if (document === null || model === undefined) return null;
  const attemptId = parts.clock.newId();
  const redact = takenOut(sample, rule, inspection);
  const sent = parts.redacting.forModel(sample.id, attemptId, { document, redact });
  if (!sent.ok) return null;
  const documentHash = parts.hasher.hash(sent.value.document);
  return { ...at, kind: "request-approved", base, attemptId, ...sent.value, documentHash, model };
}

/** The values that the rule has taken out before a model sees the request. */
function takenOut(sample: Sample, { changes }: Rule, inspection: Inspection | null): Redaction[] {
  const groups: readonly string[] = changes?.redact ?? [];
  const found = (inspection?.findings ?? []).filter(({ kind }) =>
    groups.includes(FINDING_KINDS[kind].group),
  );
  return redactionsOf(sample.proposed ?? sample.asked, found);
}

const notTakenOut = ({ changes }: Rule): HeldBack => ({
  kind: "findings",
  groups: changes?.redact ?? [],
});

function refusalOf({ refusal }: Rule): Extract<SampleEvent, { kind: "refused" }>["refusal"] {
  const reason = "refused-by-rule" as const;
  const usual = CODES[reason];
  const own = refusal === undefined || refusal.reason === reason ? {} : { own: refusal.reason };
  return {
    code: refusal?.code ?? usual.code,
    message: refusal?.message ?? usual.message,
    reason,
    ...own,
    flags: [],
  };
}
