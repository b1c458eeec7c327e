// The pieces of context available for a sample: fetched while shown, and again when a call or a server changes.
import { useEffect, useEffectEvent, useState } from "react";
import type { ContextPiece } from "#shared/request/context/piece.ts";
import type { Failure } from "#shared/outcome.ts";
import { send } from "#data/commands.ts";
import { useMirror } from "#data/mirror.ts";
import type { Mirror } from "#data/mirror.ts";

export interface Pieces {
  /** Null until the first result. */
  list: readonly ContextPiece[] | null;
  failure: Failure | null;
}

/** Throttles refetching, in milliseconds: a call may write a hundred log lines a second. */
const AGAIN_MS = 400;

/** @param wanted false: does not fetch, and keeps the last result */
export function usePieces(requestId: string, wanted: boolean): Pieces {
  const [pieces, setPieces] = useState<Pieces>({ list: null, failure: null });
  const about = useMirror(wanted ? whatThereIs : nothing);
  const delayMs = useEffectEvent(() => (pieces.list === null ? 0 : AGAIN_MS));
  useEffect(() => {
    if (!wanted) return undefined;
    let ended = false;
    const fetch = (): void =>
      void send("context.pieces", requestId).then((result) => {
        if (ended) return;
        setPieces((before) =>
          result.ok
            ? { list: result.value, failure: null }
            : { list: before.list ?? [], failure: result.failure },
        );
      });
    const timer = setTimeout(fetch, delayMs());
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [requestId, wanted, about]);
  return pieces;
}

const nothing = (): string => "";

/** A string that changes whenever a piece may have changed. */
function whatThereIs({ runs, servers }: Mirror): string {
  const ofRuns = Object.values(runs).map(
    ({ id, state, lines, linesDropped = 0, progress }) =>
      `${id}${state}${lines.length + linesDropped} ${progress?.atMs ?? ""}`,
  );
  const ofServers = Object.values(servers).map(
    ({ id, name, state }) => `${id}${name}${state.kind}`,
  );
  return [...ofRuns, ...ofServers].join("\n");
}
