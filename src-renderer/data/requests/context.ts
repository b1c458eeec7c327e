// Which pieces of context were added to which request.
import { requestViewOf, updateRequestView, useRequestView } from "../view.ts";
import type { IncludedContext } from "../view.ts";

export const includedContextOf = (sampleId: string): IncludedContext =>
  requestViewOf(sampleId).context;

export const useIncludedContext = (sampleId: string): IncludedContext =>
  useRequestView(sampleId, ({ context }) => context);

export const updateIncludedContext = (sampleId: string, change: Partial<IncludedContext>): void =>
  updateRequestView(sampleId, ({ context }) => ({ context: { ...context, ...change } }));

/** Records that a piece was added, or removed (null). */
export function setAddedPiece(sampleId: string, pieceId: string, part: string | null): void {
  const { [pieceId]: _before, ...rest } = includedContextOf(sampleId).added;
  updateIncludedContext(sampleId, { added: part === null ? rest : { ...rest, [pieceId]: part } });
}
