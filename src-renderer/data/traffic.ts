// The traffic of the server being viewed: loaded once, then updated by pushes.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke } from "./bridge/desk.ts";
import type { Change } from "#shared/ipc/pushes.ts";
import type { Failure } from "#shared/outcome.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import { onChange } from "./mirror.ts";

type TrafficChange = Extract<Change, { kind: "traffic" }>;

export interface TrafficState {
  serverId: string | null;
  /** False until the stored rows have loaded. */
  ready: boolean;
  /** By number, oldest first. */
  rows: readonly TrafficRow[];
  /** How many older rows have been dropped. */
  dropped: number;
  failure: Failure | null;
}

const NOTHING: TrafficState = {
  serverId: null,
  ready: false,
  rows: [],
  dropped: 0,
  failure: null,
};

const store = createStore<TrafficState>()(() => NOTHING);

/** Subscribes a component to a part of it. */
export function useTraffic<T>(select: (state: TrafficState) => T): T {
  return useStore(store, select);
}

/** Appends new rows, replaces changed ones and removes dropped ones. */
export function mergeRows(
  rows: readonly TrafficRow[],
  { rows: more, firstSeq }: Pick<TrafficChange, "rows" | "firstSeq">,
): readonly TrafficRow[] {
  const gone = rows.findIndex((row) => row.seq >= firstSeq);
  const kept = gone === 0 ? rows : gone === -1 ? [] : rows.slice(gone);
  const last = kept.at(-1)?.seq ?? firstSeq - 1;
  const fresh = more.filter((row) => row.seq > last).toSorted((a, b) => a.seq - b.seq);
  const changed = new Map(more.filter((row) => row.seq <= last).map((row) => [row.seq, row]));
  if (changed.size === 0) return fresh.length === 0 ? kept : [...kept, ...fresh];
  return [...kept.map((row) => changed.get(row.seq) ?? row), ...fresh];
}

/** Follows a server's traffic until the returned function is called. */
export function watchTraffic(serverId: string): () => void {
  let over = false;
  const early: TrafficChange[] = [];
  const take = (change: TrafficChange): void =>
    store.setState(({ rows }) => ({ rows: mergeRows(rows, change), dropped: change.forgotten }));
  store.setState({ ...NOTHING, serverId });
  const stop = onChange((change) => {
    if (change.kind !== "traffic" || change.id !== serverId) return;
    if (store.getState().ready) take(change);
    else early.push(change);
  });
  void invoke("servers.traffic", serverId).then((result) => {
    if (over) return;
    if (!result.ok) {
      store.setState({ ready: true, failure: result.failure });
      return;
    }
    store.setState({ ready: true, ...fromJsonText(result.value) });
    early.forEach(take);
  });
  return () => {
    over = true;
    stop();
    store.setState(NOTHING);
    void invoke("servers.trafficEnd");
  };
}
