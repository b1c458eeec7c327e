// The output of a running attempt so far: text, reasoning and tool calls as they grow. Only for display; discarded
// when the attempt ends with the full response.

import type { GenerationProgress } from "../../models/local/local.ts";
import type { Block } from "../document/message.ts";

/** `tool` is the text of a call's arguments, which is incomplete JSON until the call ends. */
export type StreamKind = "text" | "reasoning" | "tool";

/** Text to add to one block. Blocks count from 0 in the order in which they began. */
export interface StreamPiece {
  block: number;
  kind: StreamKind;
  /** The name of the tool called. */
  name?: string;
  text: string;
}

/** The output of one running attempt so far, one piece per block. */
export interface StreamView {
  requestId: string;
  attemptId: string;
  pieces: StreamPiece[];
  /** Pieces that the provider sent, as an estimate: one may hold several tokens. */
  outputTokens: number;
  elapsedMs: number;
  /** Characters that the program already has; absent: none. */
  sent?: number;
  /** What the attempt waits for until the first output; only local models tell. */
  progress?: GenerationProgress;
}

/** One stretch of reasoning. It belongs to the attempt and is never sent to a server. */
export interface ReasoningPart {
  /** As the provider gives it; empty where it only says that there was some. */
  text: string;
  tookMs: number;
}

/** Appends pieces: text of a known block is added to that block. */
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

/** Parts of a response that a program gets while the model writes it: text, and blocks of reasoning. */
export type LivePart = string | Block;

/** What a program got of a response while the model wrote it, under a standing permission. */
export interface Streamed {
  /** UTF-16 units of text and of readable reasoning. */
  characters: number;
  /** SHA-256 (hex) of the canonical form (RFC 8785) of the `LivePart`s, in their order. */
  hash: string;
  /** It is the whole response. */
  whole?: true;
}
