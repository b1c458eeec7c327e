// Included context at gate 1: which pieces are in the document, adding and removing them, and the ones ticked by
// default. Ticks are derived from the document, which is the only source.
import { useCallback, useEffect } from "react";
import { addPart, hasPart, partOf, removePart } from "#shared/request/context/part.ts";
import { contextWish } from "#shared/request/context/piece.ts";
import type { ContextPiece, ContextWish } from "#shared/request/context/piece.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { send } from "#data/commands.ts";
import {
  includedContextOf,
  setAddedPiece,
  updateIncludedContext,
  useIncludedContext,
} from "#data/requests/context.ts";
import { draftKey, draftOf } from "#data/requests/drafts.ts";
import type { Change } from "#request/document/document.ts";
import { usePieces } from "./usePieces.ts";
import type { Pieces } from "./usePieces.ts";

export interface ContextPieces extends Pieces {
  requestId: string;
  wish: ContextWish;
  /** The client did not declare `sampling.context` to this server. */
  undeclared: boolean;
  /** False until the default pieces are added. */
  ready: boolean;
  /** In the document, exactly as it was added: an edited one is the user's own text. */
  isIn: (piece: ContextPiece) => boolean;
  /** Pieces in the document, with an estimate of their tokens. */
  total: { count: number; tokens: number };
  add: (piece: ContextPiece) => void;
  remove: (piece: ContextPiece) => void;
}

export interface ContextInput {
  request: HeldRequest;
  asked: RequestDocument;
  document: RequestDocument;
  change: Change;
  /** The user opened the section although the server asks for no context. */
  open: boolean;
}

export function useContextPieces({
  request,
  asked,
  document,
  change,
  open,
}: ContextInput): ContextPieces {
  const wish = contextWish(asked.includeContext);
  const undeclared = request.flags.some((flag) => flag.code === "include-context-undeclared");
  const asks = wish === "thisServer" || wish === "allServers";
  const { added, preset } = useIncludedContext(request.id);
  const pieces = usePieces(request.id, open || (asks && !undeclared));
  const ready = preset || wish !== "thisServer" || undeclared || !isNew(request);
  usePreset(request, ready, pieces, change);

  const isIn = ({ id }: ContextPiece): boolean => {
    const part = added[id];
    return part !== undefined && hasPart(document, part);
  };
  const add = useCallback(
    (piece: ContextPiece) => void addPieces(request.id, [piece], change),
    [request.id, change],
  );
  const remove = ({ id }: ContextPiece): void => {
    const part = includedContextOf(request.id).added[id];
    if (part === undefined) return;
    change((now) => removePart(now, part, asked) ?? now);
    setAddedPiece(request.id, id, null);
  };
  const included = (pieces.list ?? []).filter(isIn);
  return {
    ...pieces,
    requestId: request.id,
    wish,
    undeclared,
    ready,
    isIn,
    total: {
      count: included.length,
      tokens: included.reduce((sum, piece) => sum + piece.tokens, 0),
    },
    add,
    remove,
  };
}

/** With a draft or an attempt the user has already decided on its context. */
const isNew = (request: HeldRequest): boolean =>
  request.attempts.length === 0 && draftOf(draftKey(request.id, { gate: 1 })) === undefined;

/** Adds the default pieces once, as soon as they are known. */
function usePreset(
  request: HeldRequest,
  ready: boolean,
  { list, failure }: Pieces,
  change: Change,
): void {
  useEffect(() => {
    if (ready || list === null) return;
    const wanted = failure === null ? list.filter(({ preset }) => preset) : [];
    void addPieces(request.id, wanted, change).then(() =>
      updateIncludedContext(request.id, { preset: true }),
    );
  }, [request.id, ready, list, failure, change]);
}

/** Adds pieces with their current text, in the given order. */
async function addPieces(
  requestId: string,
  pieces: readonly ContextPiece[],
  change: Change,
): Promise<void> {
  const answers = await Promise.all(pieces.map(({ id }) => send("context.piece", requestId, id)));
  for (const answer of answers) {
    // The piece is gone by now; the list shows that.
    if (!answer.ok) continue;
    const { id, text } = answer.value;
    const part = partOf(answer.value, text);
    const known = includedContextOf(requestId).added[id];
    let stands = false;
    change((now) => {
      stands = known !== undefined && hasPart(now, known);
      return stands || hasPart(now, part) ? now : addPart(now, part);
    });
    if (!stands) setAddedPiece(requestId, id, part);
  }
}
