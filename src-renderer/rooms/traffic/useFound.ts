// Searches message texts, which only main has: all of them once, then new ones.
import { useEffect, useRef, useState } from "react";
import { send } from "#data/commands.ts";

/** Delay after the last key before searching, and between searches of new messages. */
const QUIET_MS = 150;
const NONE: ReadonlySet<number> = new Set();

interface Found {
  text: string;
  upTo: number;
  seqs: ReadonlySet<number>;
}

/** Numbers of messages that contain `text`, as far as known; `searching` while incomplete. */
export function useFound(
  serverId: string,
  text: string,
  lastSeq: number,
): { seqs: ReadonlySet<number>; searching: boolean } {
  const [found, setFound] = useState<Found>({ text: "", upTo: 0, seqs: NONE });
  const newest = useRef(lastSeq);
  newest.current = lastSeq;
  useEffect(() => {
    if (text === "") return undefined;
    let left = false;
    let upTo = 0;
    const seqs = new Set<number>();
    const look = async (): Promise<void> => {
      const target = newest.current;
      if (target > upTo) {
        const result = await send("servers.trafficFind", serverId, text, upTo);
        if (left) return;
        if (result.ok) for (const seq of result.value) seqs.add(seq);
        upTo = target;
        setFound({ text, upTo, seqs: new Set(seqs) });
      }
      timer = setTimeout(() => void look(), QUIET_MS);
    };
    let timer = setTimeout(() => void look(), QUIET_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [serverId, text]);
  const isCurrent = text !== "" && found.text === text;
  return { seqs: isCurrent ? found.seqs : NONE, searching: text !== "" && !isCurrent };
}
