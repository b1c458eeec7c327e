// What a running attempt has produced; and how much, as a number to look at: renewed ten times a second, however fast it
// grows. Both keep what came last once the attempt has ended, until the answer itself is drawn.
import { useEffect, useRef, useState } from "react";
import type { StreamView } from "../../../src-shared/sampling/life/stream.ts";
import { mirror, useMirror } from "../mirror.ts";

const RENEWED_EVERY_MS = 100;

const read = (attemptId: string | null): number | undefined =>
  attemptId === null ? undefined : mirror.getState().streams[attemptId]?.outputTokens;

/** What has come so far; undefined while nothing has. One component shows one attempt: another one has another key. */
export function useStreamed(attemptId: string): StreamView | undefined {
  const stream = useMirror((state) => state.streams[attemptId]);
  const last = useRef(stream);
  last.current = stream ?? last.current;
  return last.current;
}

/** Pieces that the provider of this attempt has sent so far; 0 where none runs. */
export function useStreamedTokens(attemptId: string | null): number {
  const [tokens, setTokens] = useState(() => read(attemptId) ?? 0);
  useEffect(() => {
    if (attemptId === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const renew = (): void => {
      timer = null;
      setTokens((before) => read(attemptId) ?? before);
    };
    setTokens(read(attemptId) ?? 0);
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
