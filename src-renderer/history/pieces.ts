// What the history needs of the review without importing it: the app hands the pieces over.
import { createContext, useContext } from "react";
import type { ComponentType } from "react";
import type { MediaFacts } from "../../src-shared/sampling/document/media.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../src-shared/sampling/document/message.ts";
import type { Attempt, Sample } from "../../src-shared/sampling/life/sample.ts";

export interface HistoryPieces {
  /** A request on paper, read only; what differs from `asked` is marked, flags stand at their places. */
  Request: ComponentType<{ sample: Sample; document: RequestDocument; asked: RequestDocument }>;
  /** An answer on paper, read only. */
  Answer: ComponentType<{
    sampleId: string;
    document: ResponseDocument;
    media: readonly MediaFacts[];
  }>;
  /** Above a generated answer: why it broke off, what the model thought. */
  Thought: ComponentType<{ attempt: Attempt }>;
  /** The difference of two requests or of two answers, part by part. */
  RequestDiff: ComponentType<DiffProps<RequestDocument>>;
  AnswerDiff: ComponentType<DiffProps<ResponseDocument>>;
  /** What became of it and what the server got, in two sentences. */
  Outcome: ComponentType<{ sample: Sample }>;
  /** Every answer with its tokens, time and cost. */
  Attempts: ComponentType<{ sample: Sample }>;
}

export interface DiffProps<D> {
  from: D;
  to: D;
  /** What − and + stand for. */
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
