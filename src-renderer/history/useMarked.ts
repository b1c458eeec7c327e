// Which requests an action is for: the one that is looked at, several that were marked, or all that the search finds.
import { useEffect, useRef, useState } from "react";
import { idsBetween } from "../state/history.ts";

export interface Marked {
  ids: ReadonlySet<string>;
  /** Everything that the search finds is meant, also what is not here. */
  all: boolean;
  toggle: (id: string, index: number) => void;
  /** Everything from where marking began up to here. */
  extend: (index: number) => Promise<void>;
  markAll: () => void;
  clear: () => void;
  /** Where the next `extend` begins. */
  begin: (index: number) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** @param found what the list shows: marks are of that list, and go with it */
export function useMarked(found: string): Marked {
  const [ids, setIds] = useState(NONE);
  const [all, setAll] = useState(false);
  const [anchor, setAnchor] = useState(0);
  /** Counts what was done with the marks: what takes time is held against it before it changes them. */
  const done = useRef(0);
  useEffect(() => {
    done.current += 1;
    setIds(NONE);
    setAll(false);
    setAnchor(0);
  }, [found]);
  return {
    ids,
    all,
    toggle(id, index) {
      done.current += 1;
      setAll(false);
      setAnchor(index);
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    async extend(index) {
      done.current += 1;
      const mine = done.current;
      setAll(false);
      const between = await idsBetween(anchor, index);
      // What is marked stays: a part of what was meant is nothing that was meant.
      if (between !== null && mine === done.current) setIds(new Set(between));
    },
    markAll: () => {
      done.current += 1;
      setIds(NONE);
      setAll(true);
    },
    clear: () => {
      done.current += 1;
      setIds(NONE);
      setAll(false);
    },
    begin: setAnchor,
  };
}
