// The output of a running attempt and its size, updated ten times a second however fast it grows. Both keep the last
// value after the attempt has ended, until the response itself is rendered.
import { useEffect, useRef, useState } from "react";
import type { StreamView } from "#shared/request/life/stream.ts";
import { mirror, useMirror } from "../mirror.ts";

const RENEWED_EVERY_MS = 100;

const read = (attemptId: string | null): number | undefined =>
  attemptId === null ? undefined : mirror.getState().streams[attemptId]?.outputTokens;

/** The output so far; undefined while there is none. Use one component instance per attempt (key it by attempt). */
export function useStreamed(attemptId: string): StreamView | undefined {
  const stream = useMirror((state) => state.streams[attemptId]);
  const last = useRef(stream);
  last.current = stream ?? last.current;
  return last.current;
}

/** Tokens the provider has sent so far for this attempt; 0 if none is running. */
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
