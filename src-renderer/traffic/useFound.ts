// Searches the messages themselves, which only main has: all of them once, then what comes.
import { useEffect, useRef, useState } from "react";
import { send } from "../state/commands.ts";

/** After the last key, before all messages are searched; and between looks at what came since. */
const QUIET_MS = 150;
const NONE: ReadonlySet<number> = new Set();

interface Found {
  text: string;
  upTo: number;
  seqs: ReadonlySet<number>;
}

/** The numbers of messages that hold `text`, as far as is known; `searching` while some are not searched. */
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
  const fits = text !== "" && found.text === text;
  return { seqs: fits ? found.seqs : NONE, searching: text !== "" && !fits };
}
