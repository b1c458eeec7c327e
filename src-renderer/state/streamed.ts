// How much a running attempt has produced, as a number to look at: renewed ten times a second, however fast it grows.
import { useEffect, useState } from "react";
import { mirror } from "./mirror.ts";

const RENEWED_EVERY_MS = 100;

const read = (attemptId: string | null): number =>
  attemptId === null ? 0 : (mirror.getState().streams[attemptId]?.outputTokens ?? 0);

/** Pieces that the provider of this attempt has sent so far; 0 where none runs. */
export function useStreamedTokens(attemptId: string | null): number {
  const [tokens, setTokens] = useState(() => read(attemptId));
  useEffect(() => {
    if (attemptId === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const renew = (): void => {
      timer = null;
      setTokens(read(attemptId));
    };
    renew();
    const end = mirror.subscribe((state, before) => {
      if (state.streams[attemptId] === before.streams[attemptId]) return;
      timer ??= setTimeout(renew, RENEWED_EVERY_MS);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [attemptId]);
  return tokens;
}
