// Components of the review that the history uses without importing it: the app passes them in.
import { createContext, useContext } from "react";
import type { ComponentType } from "react";
import type { MediaFacts } from "#shared/sampling/document/media.ts";
import type { RequestDocument, ResponseDocument } from "#shared/sampling/document/message.ts";
import type { Attempt, Sample } from "#shared/sampling/life/sample.ts";

export interface HistoryPieces {
  /** A read-only request; differences from `asked` are highlighted, findings marked. */
  Request: ComponentType<{ sample: Sample; document: RequestDocument; asked: RequestDocument }>;
  /** A read-only response. */
  Answer: ComponentType<{
    sampleId: string;
    document: ResponseDocument;
    media: readonly MediaFacts[];
  }>;
  /** Shown above a generated response: why it stopped, the model's reasoning. */
  Thought: ComponentType<{ attempt: Attempt }>;
  /** The difference of two requests or two responses, part by part. */
  RequestDiff: ComponentType<DiffProps<RequestDocument>>;
  AnswerDiff: ComponentType<DiffProps<ResponseDocument>>;
  /** The outcome and what the server got, in two sentences. */
  Outcome: ComponentType<{ sample: Sample }>;
  /** Every attempt with its tokens, time and cost. */
  Attempts: ComponentType<{ sample: Sample }>;
}

export interface DiffProps<D> {
  from: D;
  to: D;
  /** What − and + mean. */
  legend: string;
  identity: string;
  sideBySide: boolean;
}

const PiecesContext = createContext<HistoryPieces | null>(null);
export const PiecesProvider = PiecesContext.Provider;

export function usePieces(): HistoryPieces {
  const pieces = useContext(PiecesContext);
  if (pieces === null) throw new Error("the history needs the pieces of the review");
  return pieces;
}
