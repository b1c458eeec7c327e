// What this window knows of how fast its person approves, and whether they take a pause. Nothing of it is stored.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import type { Decision } from "../../../src-shared/sampling/life/decision.ts";
import { blocksOf, textOfBlock } from "../../../src-shared/sampling/document/blocks.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import {
  approved,
  approvedTogether,
  awake,
  remarkOf,
  rested,
  together,
  wentOn,
} from "./fatigue.ts";
import type { Fatigue, Remark, Together } from "./fatigue.ts";

/** How long a pause is. */
export const PAUSE_MS = 300_000;

interface Tired {
  fatigue: Fatigue;
  /** Until then nothing is shown to be decided; null: there is no pause. */
  pausedUntilMs: number | null;
}

const tired = createStore<Tired>()(() => ({ fatigue: rested, pausedUntilMs: null }));

/** A person decided at a gate that was in sight for so long. */
export function noteDecision(decision: Decision, viewedMs: number): void {
  const texts = textsOf(decision);
  const atMs = Date.now();
  tired.setState(({ fatigue }) => ({
    fatigue: texts === null ? awake(fatigue) : approved(fatigue, texts, { atMs, viewedMs }),
  }));
}

/** A person approved all of these in one step, after so long. */
export function noteBatch(batch: Together, viewedMs: number): void {
  const atMs = Date.now();
  tired.setState(({ fatigue }) => ({
    fatigue: approvedTogether(fatigue, batch, { atMs, viewedMs }),
  }));
}

/** What is new to read in these: worked out once, for what is said of them and for when they are approved. */
export const readTogether = (documents: readonly RequestDocument[]): Together =>
  together(documents.map(requestTexts), tired.getState().fatigue.seen);

/** What was approved to be read; null for everything else that a person decides. */
function textsOf(decision: Decision): string[] | null {
  switch (decision.kind) {
    case "approve-request":
      return requestTexts(decision.document as RequestDocument);
    case "approve-candidates":
      return decision.runs.flatMap(({ document }) => requestTexts(document as RequestDocument));
    case "approve-response":
      return contentTexts((decision.document as ResponseDocument).content);
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

/** What there is to say of it now. */
export function useRemark(nowMs: number): Remark | null {
  const fatigue = useStore(tired, (state) => state.fatigue);
  return remarkOf(fatigue, nowMs);
}

export const goOn = (): void =>
  tired.setState(({ fatigue }) => ({ fatigue: wentOn(fatigue), pausedUntilMs: null }));

export const pause = (): void =>
  tired.setState(({ fatigue }) => ({
    fatigue: awake(fatigue),
    pausedUntilMs: Date.now() + PAUSE_MS,
  }));

export const endPause = (): void => tired.setState({ pausedUntilMs: null });

export const usePausedUntil = (): number | null => useStore(tired, (state) => state.pausedUntilMs);
