// How fast the user of this window approves, and whether they are taking a break. Never stored.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { blocksOf, textOfBlock } from "../../../src-shared/sampling/document/blocks.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import {
  afterApproval,
  afterBatchApproval,
  resetStreak,
  remarkOf,
  INITIAL_FATIGUE,
  batchReading,
  afterRemarkDismissed,
} from "./fatigue.ts";
import type { Fatigue, FatigueRemark, BatchReading } from "./fatigue.ts";

/** The length of a break. */
export const PAUSE_MS = 300_000;

interface Tired {
  fatigue: Fatigue;
  /** Decisions are hidden until then; null: no break. */
  pausedUntilMs: number | null;
}

const tired = createStore<Tired>()(() => ({ fatigue: INITIAL_FATIGUE, pausedUntilMs: null }));

/** The user decided at a gate that was visible for `viewedMs`. */
export function trackDecision(
  { proposed }: Pick<Sample, "proposed">,
  decision: Decision,
  viewedMs: number,
): void {
  const texts = textsOf(decision, proposed);
  const atMs = Date.now();
  tired.setState(({ fatigue }) => ({
    fatigue:
      texts === null ? resetStreak(fatigue) : afterApproval(fatigue, texts, { atMs, viewedMs }),
  }));
}

/** The user approved a batch that was visible for `viewedMs`. */
export function trackBatch(batch: BatchReading, viewedMs: number): void {
  const atMs = Date.now();
  tired.setState(({ fatigue }) => ({
    fatigue: afterBatchApproval(fatigue, batch, { atMs, viewedMs }),
  }));
}

/** What is new to read in these requests: computed once, for display and for the approval. */
export const batchReadingOf = (documents: readonly RequestDocument[]): BatchReading =>
  batchReading(documents.map(requestTexts), tired.getState().fatigue.seen);

/** The texts that the user approved, and so should have read; null for other decisions. */
function textsOf(decision: Decision, proposed: Sample["proposed"]): string[] | null {
  switch (decision.kind) {
    case "approve-request":
      return requestTexts(decision.document as RequestDocument);
    case "approve-candidates":
      return decision.runs.flatMap(({ document }) => requestTexts(document as RequestDocument));
    case "approve-response":
      return contentTexts((decision.document as ResponseDocument).content);
    case "approve-result":
      return [JSON.stringify(decision.document)];
    case "respond": {
      // A form that is declined, or cancelled, was not approved.
      const { action } = decision.document as { action?: unknown };
      const isRefused = action === "decline" || action === "cancel";
      return isRefused ? null : [JSON.stringify([proposed, decision.document])];
    }
    default:
      return null;
  }
}

const requestTexts = ({ systemPrompt, messages }: RequestDocument): string[] => [
  ...(systemPrompt === undefined ? [] : [systemPrompt]),
  ...messages.flatMap(({ content }) => contentTexts(content)),
];

const contentTexts = (content: ResponseDocument["content"]): string[] =>
  blocksOf(content).flatMap((block) => textOfBlock(block) ?? []);

/** The remark to show now. */
export function useFatigueRemark(nowMs: number): FatigueRemark | null {
  const fatigue = useStore(tired, (state) => state.fatigue);
  return remarkOf(fatigue, nowMs);
}

export const dismissRemark = (): void =>
  tired.setState(({ fatigue }) => ({
    fatigue: afterRemarkDismissed(fatigue),
    pausedUntilMs: null,
  }));

export const startPause = (): void =>
  tired.setState(({ fatigue }) => ({
    fatigue: resetStreak(fatigue),
    pausedUntilMs: Date.now() + PAUSE_MS,
  }));

export const endPause = (): void => tired.setState({ pausedUntilMs: null });

export const usePausedUntil = (): number | null => useStore(tired, (state) => state.pausedUntilMs);
