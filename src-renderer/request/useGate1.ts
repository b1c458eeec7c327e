// The state of gate 1: the edited request as a draft, the model, and JSON that does not parse yet.
import { useCallback, useMemo } from "react";
import type { Redaction } from "#shared/findings/redaction/redactionSchema.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import type { ModelRef, ModelsView } from "#shared/models/model.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import { isEdited } from "#shared/request/document/change.ts";
import type { Path } from "#shared/request/document/flag.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { ProposedRun } from "#shared/team/proposal.ts";
import { discardDraft, draftKey, draftOf, setDraft, useDraft } from "#data/requests/drafts.ts";
import { editedRequest } from "#data/requests/gate1Draft.ts";
import { lastRuleResultAt } from "#data/requests/ruleResults.ts";
import { adopt } from "./document/document.ts";
import { useBroken } from "./document/useBroken.ts";
import type { Change } from "./document/document.ts";
import { useRanking } from "./models/ranking.ts";
import type { Ranked } from "./models/ranking.ts";
import { effectiveModel } from "./models/effectiveModel.ts";

export interface Gate1 {
  document: RequestDocument;
  edited: boolean;
  /** All edits are a rule's. */
  byRule: boolean;
  change: Change;
  /** Replaces the whole document, as the JSON view does. */
  replace: (document: RequestDocument) => void;
  /** Replaces everything that would be sent, redactions included, by this: what is shown is exactly what is sent. */
  take: (document: RequestDocument, run: ProposedRun) => void;
  /** Text of the JSON view that is not a valid document. */
  typed: string | undefined;
  setTyped: (text: string) => void;
  /** Drops `typed` and returns to the last valid document. */
  dropTyped: () => void;
  /** Some JSON on the paper does not parse. */
  broken: boolean;
  onBroken: (path: Path, broken: boolean) => void;
  revert: () => void;
  ranked: Ranked;
  model: ModelRef | null;
  /** The chosen model is not available; `model` is a substitute. */
  lost: boolean;
  choose: (model: ModelRef) => void;
  models: ModelsView;
  /** What else may be passed to the provider. */
  options: GenerationOptions;
  setOptions: (options: GenerationOptions) => void;
  /** Values to redact; undefined until the user changes the selection. */
  redact: readonly Redaction[] | undefined;
  setRedact: (redact: readonly Redaction[]) => void;
}

const NO_OPTIONS: GenerationOptions = {};
const UNTOUCHED = { untouched: true } as const;

type Gate1Draft = Extract<Draft, { gate: 1 }>;
type Beside = Pick<Gate1Draft, "options" | "redact">;
/** What a draft holds besides document and model; every edit keeps it. */
const given = ({ options, redact }: Beside = {}): Beside => ({
  ...(options === undefined ? {} : { options }),
  ...(redact === undefined ? {} : { redact }),
});

/** The request to start from: as asked, or as a rule changed it. Keeps its identity. */
function usePrepared({ prepared }: HeldRequest, asked: RequestDocument): RequestDocument {
  return useMemo(
    () => (prepared === undefined ? asked : adopt(prepared, asked)),
    [prepared, asked],
  );
}

/** The model that the user chose, else a rule. */
export const wantedModel = (
  request: Pick<HeldRequest, "judged">,
  draft: { model: ModelRef | null } | undefined,
): ModelRef | null => draft?.model ?? lastRuleResultAt(request, "request")?.changes?.model ?? null;

/** @param asked the request as proposed; must keep its identity */
export function useGate1(request: HeldRequest, asked: RequestDocument): Gate1 {
  const key = draftKey(request.id, { gate: 1 });
  const draft = useDraft(key);
  const stored = draft?.gate === 1 ? draft : undefined;
  const start = usePrepared(request, asked);
  const made = editedRequest(stored);
  const document = useMemo(
    () => (made === null ? start : adopt(made, asked)),
    [made, start, asked],
  );
  const edited = useMemo(() => document !== asked && isEdited(asked, document), [asked, document]);
  const ranked = useRanking(request, document, request.attempts.at(-1)?.model ?? null);
  const { model, lost } = effectiveModel(ranked, wantedModel(request, stored));
  const { isBroken, onBroken } = useBroken();

  const change = useCallback<Change>(
    (next) => {
      const before = draftOf(key);
      const now = editedRequest(before) ?? start;
      const { model, ...beside } = before?.gate === 1 ? before : { model: null };
      setDraft(request.id, { gate: 1, document: next(now), model, ...given(beside) });
    },
    [key, request.id, start],
  );
  /** Saves something other than the document. An untouched document stays marked as untouched. */
  const keep = (part: Partial<Gate1Draft>): void =>
    setDraft(request.id, {
      gate: 1,
      document,
      model: stored?.model ?? null,
      ...(made === null ? UNTOUCHED : {}),
      ...given(stored),
      ...part,
    });
  return {
    document,
    edited,
    byRule: edited && document === start,
    change,
    replace: (next) => change(() => next),
    take: (next, run) => setDraft(request.id, { gate: 1, document: next, ...run, redact: [] }),
    typed: stored?.json,
    setTyped: (json) => keep({ json }),
    dropTyped: () => keep({}),
    broken: stored?.json !== undefined || isBroken,
    onBroken,
    revert: () => {
      const model = stored?.model ?? null;
      const beside = given(stored);
      // The first revert goes back to the rule's version, the second to what was asked.
      const to = document === start ? asked : start;
      if (to === start && model === null && Object.keys(beside).length === 0) {
        discardDraft(request.id, 1);
      } else {
        const untouched = to === start ? UNTOUCHED : {};
        setDraft(request.id, { gate: 1, document: to, model, ...untouched, ...beside });
      }
    },
    ranked,
    model,
    lost,
    choose: (chosen) => keep({ model: chosen }),
    models: ranked.view,
    options: stored?.options ?? NO_OPTIONS,
    setOptions: (options) => keep({ options }),
    redact: stored?.redact,
    setRedact: (redact) => keep({ redact: [...redact] }),
  };
}
