// History results for the query, newest first. One search at a time; a query typed meanwhile is searched next.
import { useEffect, useRef, useState } from "react";
import { currentLanguage, useT } from "#words/index.ts";
import type { HistoryRow } from "#shared/ledger/history.ts";
import { searchNewest } from "#data/history.ts";
import { view } from "#data/view.ts";
import type { Command } from "./search.ts";

const MOST = 20;

export function useHistoryResults(query: string): { commands: Command[]; searching: boolean } {
  const t = useT();
  const [found, setFound] = useState<{ query: string; rows: readonly HistoryRow[] }>(NONE);
  const wanted = useRef("");
  const busy = useRef(false);
  wanted.current = query.trim();
  useEffect(() => {
    const ask = async (): Promise<void> => {
      const text = wanted.current;
      const rows = text === "" ? [] : await searchNewest(text, MOST);
      setFound({ query: text, rows });
      if (wanted.current !== text) await ask();
    };
    if (busy.current) return;
    busy.current = true;
    void ask().finally(() => (busy.current = false));
  }, [query]);
  const isHere = found.query === query.trim();
  return {
    searching: !isHere,
    commands: isHere
      ? found.rows.map(({ facts }) => ({
          id: `history-row-${facts.id}`,
          group: "history",
          label: t("shell.palette.ended", {
            server: facts.serverName,
            when: whenWords(facts.endedAtMs ?? facts.receivedAtMs),
          }),
          aside: facts.firstWords,
          run: () => view.setState({ screen: "history", historyId: facts.id }),
        }))
      : [],
  };
}

const NONE = { query: "", rows: [] };

const whenWords = (atMs: number): string =>
  new Date(atMs).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
