// The request that is looked at, read whole once the selection rests on it.
import { useEffect, useState } from "react";
import { fromJsonText } from "../../src-shared/ledger/history.ts";
import type { HistoryItem } from "../../src-shared/ledger/history.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { send } from "../state/commands.ts";
import { useMirror } from "../state/mirror.ts";

/** While somebody runs through the list, nothing is read. */
const REST_MS = 60;

interface Read {
  id: string;
  item: HistoryItem | null;
  failure: Failure | null;
}

/**
 * The item of that id; until it is here the one before stays.
 * @param again another number reads it anew
 */
export function useItem(id: string | null, again = 0): Read | null {
  // The same id may be in an export that is open for reading, and in the record.
  const open = useMirror((state) => state.historyImport);
  const imported = open?.name ?? null;
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    if (id === null) {
      setRead(null);
      return undefined;
    }
    let left = false;
    const timer = setTimeout(() => {
      void send("history.item", id).then((result) => {
        if (left) return;
        setRead(
          result.ok
            ? { id, item: { ...fromJsonText(result.value), imported }, failure: null }
            : { id, item: null, failure: result.failure },
        );
      });
    }, REST_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [id, open, imported, again]);
  return id === null ? null : read;
}
