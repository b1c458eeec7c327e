// Which requests an action is for: the one that is looked at, several that were marked, or all that the search finds.
import { useState } from "react";
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

export function useMarked(): Marked {
  const [ids, setIds] = useState(NONE);
  const [all, setAll] = useState(false);
  const [anchor, setAnchor] = useState(0);
  return {
    ids,
    all,
    toggle(id, index) {
      setAll(false);
      setAnchor(index);
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    async extend(index) {
      setAll(false);
      const between = await idsBetween(anchor, index);
      // What is marked stays: a part of what was meant is nothing that was meant.
      if (between !== null) setIds(new Set(between));
    },
    markAll: () => {
      setIds(NONE);
      setAll(true);
    },
    clear: () => {
      setIds(NONE);
      setAll(false);
    },
    begin: setAnchor,
  };
}
