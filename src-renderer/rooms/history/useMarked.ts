// Which requests an action applies to: the open one, the marked ones, or everything the search finds.
import { useEffect, useRef, useState } from "react";
import { idsBetween } from "#data/history.ts";

export interface Marked {
  ids: ReadonlySet<string>;
  /** Everything the search finds, including rows not loaded. */
  all: boolean;
  toggle: (id: string, index: number) => void;
  /** Marks everything from the anchor up to here. */
  extend: (index: number) => Promise<void>;
  markAll: () => void;
  clear: () => void;
  /** Sets the anchor of the next `extend`. */
  begin: (index: number) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** @param found the search shown: a new one clears the marks */
export function useMarked(found: string): Marked {
  const [ids, setIds] = useState(NONE);
  const [all, setAll] = useState(false);
  const [anchor, setAnchor] = useState(0);
  /** Counts changes of the marks, so that a slow `extend` can tell it is out of date. */
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
      // On failure the marks stay: a partial range was not what the user meant.
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
