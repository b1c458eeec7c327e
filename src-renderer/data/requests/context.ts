// Which pieces of context were added to which request.
import { requestViewOf, updateRequestView, useRequestView } from "../view.ts";
import type { IncludedContext } from "../view.ts";

export const includedContextOf = (requestId: string): IncludedContext =>
  requestViewOf(requestId).context;

export const useIncludedContext = (requestId: string): IncludedContext =>
  useRequestView(requestId, ({ context }) => context);

export const updateIncludedContext = (requestId: string, change: Partial<IncludedContext>): void =>
  updateRequestView(requestId, ({ context }) => ({ context: { ...context, ...change } }));

/** Records that a piece was added, or removed (null). */
export function setAddedPiece(requestId: string, pieceId: string, part: string | null): void {
  const { [pieceId]: _before, ...rest } = includedContextOf(requestId).added;
  updateIncludedContext(requestId, { added: part === null ? rest : { ...rest, [pieceId]: part } });
}
