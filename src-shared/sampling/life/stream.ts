// What a running attempt has produced so far: text, reasoning and tool calls as they grow. A view for the user,
// discarded once the attempt ends; what counts is the attempt's own end.

import type { GenerationProgress } from "../../models/local/local.ts";

/** `tool` is the text of a call's arguments, which is no JSON before its end. */
export type StreamKind = "text" | "reasoning" | "tool";

/** Text that is added to one block. Blocks count from 0 in the order in which they began. */
export interface StreamPiece {
  block: number;
  kind: StreamKind;
  /** The tool that is called. */
  name?: string;
  text: string;
}

/** Everything of one running attempt so far: a piece a block. */
export interface StreamView {
  sampleId: string;
  attemptId: string;
  pieces: StreamPiece[];
  /** Pieces that the provider sent; a provider may put several tokens into one. */
  outputTokens: number;
  elapsedMs: number;
  /** What is waited for as long as nothing has come; only local models tell. */
  progress?: GenerationProgress;
}

/** One stretch of reasoning. It is part of the attempt and of no answer: no server ever gets it. */
export interface ReasoningPart {
  /** As the provider gives it; empty where it only tells that there was some. */
  text: string;
  tookMs: number;
}

/** Adds pieces to those that are there: text of a block that is there already grows that block. */
export function addPieces(to: readonly StreamPiece[], more: readonly StreamPiece[]): StreamPiece[] {
  const next = [...to];
  for (const piece of more) {
    const at = next.findLastIndex(({ block }) => block === piece.block);
    const before = next[at];
    if (before === undefined) next.push(piece);
    else next[at] = { ...before, text: before.text + piece.text };
  }
  return next;
}
