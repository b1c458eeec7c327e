// What is edited at gate 1: the request as a draft, the model, texts that do not parse yet.
import { useCallback, useMemo, useState } from "react";
import type { Redaction } from "../../../src-shared/inspect/redaction/redaction.ts";
import type { Draft } from "../../../src-shared/sampling/life/decision.ts";
import type { ModelRef, ModelsView } from "../../../src-shared/models/model.ts";
import type { GenerationOptions } from "../../../src-shared/models/providers/options.ts";
import { isEdited } from "../../../src-shared/sampling/document/change.ts";
import type { Path } from "../../../src-shared/sampling/document/flag.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import {
  discardDraft,
  draftKey,
  draftOf,
  setDraft,
  useDraft,
} from "../../state/requests/drafts.ts";
import { editedRequest } from "../../state/requests/gate1Draft.ts";
import { lastRuleResultAt } from "../../state/requests/ruleResults.ts";
import { adopt, pathKey } from "../blocks/document.ts";
import type { Change } from "../blocks/document.ts";
import { useRanking } from "../models/ranking.ts";
import type { Ranked } from "../models/ranking.ts";
import { standingModel } from "../models/standing.ts";
import { useLikeness } from "./likeness/useLikeness.ts";
import type { Alike } from "./likeness/useLikeness.ts";

export interface Gate1 {
  document: RequestDocument;
  edited: boolean;
  /** What differs from the request is a rule's doing alone. */
  byRule: boolean;
  change: Change;
  /** The JSON view made another document. */
  replace: (document: RequestDocument) => void;
  /** What was typed in the JSON view and is no document yet. */
  typed: string | undefined;
  setTyped: (text: string) => void;
  /** Drops what was typed and goes back to the last document. */
  dropTyped: () => void;
  /** Some JSON on the paper does not parse. */
  broken: boolean;
  onBroken: (path: Path, broken: boolean) => void;
  revert: () => void;
  ranked: Ranked;
  model: ModelRef | null;
  /** The model that the person or a rule chose is not to be had now: another one stands in for it. */
  lost: boolean;
  choose: (model: ModelRef) => void;
  models: ModelsView;
  /** What may travel to the provider beside the document. */
  options: GenerationOptions;
  setOptions: (options: GenerationOptions) => void;
  /** A request that was approved a moment ago and is nearly the same. */
  alike: Alike | null;
  /** Values that the model is not to see; undefined: the person has not chosen yet. */
  redact: readonly Redaction[] | undefined;
  setRedact: (redact: readonly Redaction[]) => void;
}

const NO_OPTIONS: GenerationOptions = {};
const UNTOUCHED = { untouched: true } as const;

type Gate1Draft = Extract<Draft, { gate: 1 }>;
type Beside = Pick<Gate1Draft, "options" | "redact">;
/** What a draft holds beside the document and the model, and keeps through every edit. */
const given = ({ options, redact }: Beside = {}): Beside => ({
  ...(options === undefined ? {} : { options }),
  ...(redact === undefined ? {} : { redact }),
});

/** What the person starts from: the request as it came, or as a rule has prepared it. Keeps its identity. */
function usePrepared({ prepared }: Sample, asked: RequestDocument): RequestDocument {
  return useMemo(
    () => (prepared === undefined ? asked : adopt(prepared, asked)),
    [prepared, asked],
  );
}

/** The person's choice, else what a rule chose. */
export const wantedModel = (
  sample: Pick<Sample, "judged">,
  draft: { model: ModelRef | null } | undefined,
): ModelRef | null => draft?.model ?? lastRuleResultAt(sample, "request")?.changes?.model ?? null;

/** @param asked the request as proposed; must keep its identity */
export function useGate1(sample: Sample, asked: RequestDocument): Gate1 {
  const key = draftKey(sample.id, { gate: 1 });
  const draft = useDraft(key);
  const stored = draft?.gate === 1 ? draft : undefined;
  const start = usePrepared(sample, asked);
  const made = editedRequest(stored);
  const document = useMemo(
    () => (made === null ? start : adopt(made, asked)),
    [made, start, asked],
  );
  const edited = useMemo(() => document !== asked && isEdited(asked, document), [asked, document]);
  const alike = useLikeness(sample);
  const ranked = useRanking(sample, document, sample.attempts.at(-1)?.model ?? null);
  const { model, lost } = standingModel(ranked, wantedModel(sample, stored));
  const [brokenPaths, setBroken] = useState<ReadonlySet<string>>(new Set());

  const change = useCallback<Change>(
    (next) => {
      const before = draftOf(key);
      const now = editedRequest(before) ?? start;
      const { model, ...beside } = before?.gate === 1 ? before : { model: null };
      setDraft(sample.id, { gate: 1, document: next(now), model, ...given(beside) });
    },
    [key, sample.id, start],
  );
  /** Writes down what is not the document: the document stays what it is, and untouched where it was. */
  const keep = (part: Partial<Gate1Draft>): void =>
    setDraft(sample.id, {
      gate: 1,
      document,
      model: stored?.model ?? null,
      ...(made === null ? UNTOUCHED : {}),
      ...given(stored),
      ...part,
    });
  const onBroken = useCallback((path: Path, broken: boolean) => {
    setBroken((before) => {
      const next = new Set(before);
      if (broken) next.add(pathKey(path));
      else next.delete(pathKey(path));
      return next;
    });
  }, []);
  return {
    alike,
    document,
    edited,
    byRule: edited && document === start,
    change,
    replace: (next) => change(() => next),
    typed: stored?.json,
    setTyped: (json) => keep({ json }),
    dropTyped: () => keep({}),
    broken: stored?.json !== undefined || brokenPaths.size > 0,
    onBroken,
    revert: () => {
      const model = stored?.model ?? null;
      const beside = given(stored);
      // What a rule prepared is gone back to first, and from there to what came.
      const to = document === start ? asked : start;
      if (to === start && model === null && Object.keys(beside).length === 0) {
        discardDraft(sample.id, 1);
      } else {
        const untouched = to === start ? UNTOUCHED : {};
        setDraft(sample.id, { gate: 1, document: to, model, ...untouched, ...beside });
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
