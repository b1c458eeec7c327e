// Included context at gate 1: which pieces stand in the document, adding and taking out exactly their part,
// and what is ticked beforehand. The document is the truth: a tick only says what stands there.
import { useCallback, useEffect } from "react";
import {
  addPart,
  hasPart,
  isTorn,
  partOf,
  placeOfChanged,
  removeChanged,
  removePart,
} from "../../../src-shared/context/part.ts";
import { contextWish } from "../../../src-shared/context/piece.ts";
import type { ContextPiece, ContextWish } from "../../../src-shared/context/piece.ts";
import type { RequestDocument } from "../../../src-shared/sampling/document/message.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import { send } from "../../state/commands.ts";
import {
  includedContextOf,
  setAddedPiece,
  updateIncludedContext,
  useIncludedContext,
} from "../../state/requests/context.ts";
import { draftKey, draftOf } from "../../state/requests/drafts.ts";
import type { Change } from "../blocks/document.ts";
import { usePieces } from "./usePieces.ts";
import type { Pieces } from "./usePieces.ts";

/**
 * `changed`: edited by the person between its first and last line; `torn`: those lines themselves, so that its
 * place cannot be told any more; `older`: as added, but there is more now.
 */
export type PieceState = "out" | "in" | "changed" | "torn" | "older";

export interface ContextPieces extends Pieces {
  sampleId: string;
  wish: ContextWish;
  /** `sampling.context` was not declared to the server when it asked. */
  undeclared: boolean;
  /** False while what is ticked beforehand is still to be added. */
  ready: boolean;
  stateOf: (piece: ContextPiece) => PieceState;
  /** How many stand in the document, and about how many tokens they are. */
  total: { count: number; tokens: number };
  add: (piece: ContextPiece) => void;
  /** Takes a part out that stands as it was added; a changed one only by `takeOut`. */
  remove: (piece: ContextPiece) => void;
  takeOut: (piece: ContextPiece) => void;
  /** What is left of a torn part is the person's own text from now on. */
  forget: (piece: ContextPiece) => void;
  update: (piece: ContextPiece) => void;
}

export interface ContextInput {
  sample: Sample;
  asked: RequestDocument;
  document: RequestDocument;
  change: Change;
  /** The person wants to see the pieces although the server asks for none. */
  open: boolean;
}

export function useContextPieces({
  sample,
  asked,
  document,
  change,
  open,
}: ContextInput): ContextPieces {
  const wish = contextWish(asked.includeContext);
  const undeclared = sample.flags.some((flag) => flag.code === "include-context-undeclared");
  const asks = wish === "thisServer" || wish === "allServers";
  const { added, preset } = useIncludedContext(sample.id);
  const pieces = usePieces(sample.id, open || (asks && !undeclared));
  const ready = preset || wish !== "thisServer" || undeclared || !isNew(sample);
  usePreset(sample, ready, pieces, change);

  const stateOf = (piece: ContextPiece): PieceState => {
    const known = added[piece.id];
    if (known === undefined) return "out";
    if (hasPart(document, known.part)) return known.stamp === piece.stamp ? "in" : "older";
    if (placeOfChanged(document, known.part) !== null) return "changed";
    return isTorn(document, known.part) ? "torn" : "out";
  };
  const add = useCallback(
    (piece: ContextPiece) => void addPieces(sample.id, [piece], change),
    [sample.id, change],
  );
  const without = (piece: ContextPiece, take: typeof removePart): void => {
    const known = includedContextOf(sample.id).added[piece.id];
    if (known === undefined) return;
    change((now) => take(now, known.part, asked) ?? now);
    setAddedPiece(sample.id, piece.id, null);
  };
  const standing = (pieces.list ?? []).filter((piece) => stateOf(piece) !== "out");
  return {
    ...pieces,
    sampleId: sample.id,
    wish,
    undeclared,
    ready,
    stateOf,
    total: {
      count: standing.length,
      tokens: standing.reduce((sum, piece) => sum + piece.tokens, 0),
    },
    add,
    remove: (piece) => without(piece, removePart),
    takeOut: (piece) => without(piece, removeChanged),
    forget: (piece) => setAddedPiece(sample.id, piece.id, null),
    update: (piece) => {
      without(piece, removePart);
      add(piece);
    },
  };
}

/** Nobody has touched it yet: a draft or an attempt means that the person decided on its context before. */
const isNew = (sample: Sample): boolean =>
  sample.attempts.length === 0 && draftOf(draftKey(sample.id, { gate: 1 })) === undefined;

/** Adds once what is ticked beforehand, as soon as it is known. */
function usePreset(
  sample: Sample,
  ready: boolean,
  { list, failure }: Pieces,
  change: Change,
): void {
  useEffect(() => {
    if (ready || list === null) return;
    const wanted = failure === null ? list.filter(({ preset }) => preset) : [];
    void addPieces(sample.id, wanted, change).then(() =>
      updateIncludedContext(sample.id, { preset: true }),
    );
  }, [sample.id, ready, list, failure, change]);
}

/** Adds pieces with the text that they have now, those first that come first. */
async function addPieces(
  sampleId: string,
  pieces: readonly ContextPiece[],
  change: Change,
): Promise<void> {
  const answers = await Promise.all(pieces.map(({ id }) => send("context.piece", sampleId, id)));
  for (const answer of answers) {
    // A piece that went away meanwhile is not added; the list shows it.
    if (!answer.ok) continue;
    const { id, stamp, text } = answer.value;
    const part = partOf(answer.value, text);
    const known = includedContextOf(sampleId).added[id]?.part;
    let stands = false;
    change((now) => {
      stands = known !== undefined && hasPart(now, known);
      return stands || hasPart(now, part) ? now : addPart(now, part);
    });
    if (!stands) setAddedPiece(sampleId, id, { part, stamp });
  }
}
