// The traffic of the server being viewed: loaded once, then updated by pushes.
import { invoke } from "./bridge/desk.ts";
import type { Change } from "#shared/contract/pushes.ts";
import { fromJsonText } from "#shared/ledger/history.ts";
import type { TrafficRow } from "#shared/servers/traffic.ts";
import { onChange } from "./mirror.ts";
import { useView, view } from "./view.ts";
import type { TrafficList } from "./view.ts";

type TrafficChange = Extract<Change, { kind: "traffic" }>;

const update = (change: (before: TrafficList) => Partial<TrafficList>): void =>
  view.setState(({ trafficList }) => ({ trafficList: { ...trafficList, ...change(trafficList) } }));

/** Subscribes a component to a part of it. */
export function useTraffic<T>(select: (list: TrafficList) => T): T {
  return useView(({ trafficList }) => select(trafficList));
}

/** Appends new rows, replaces changed ones and removes dropped ones. */
export function mergeRows(
  rows: readonly TrafficRow[],
  { rows: more, firstSeq }: Pick<TrafficChange, "rows" | "firstSeq">,
): readonly TrafficRow[] {
  const oldest = rows.findIndex((row) => row.seq >= firstSeq);
  const kept = oldest === 0 ? rows : oldest === -1 ? [] : rows.slice(oldest);
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
    update(({ rows }) => ({ rows: mergeRows(rows, change), dropped: change.forgotten }));
  const nothing = view.getInitialState().trafficList;
  view.setState({ trafficList: { ...nothing, serverId } });
  const stop = onChange((change) => {
    if (change.kind !== "traffic" || change.id !== serverId) return;
    if (view.getState().trafficList.ready) take(change);
    else early.push(change);
  });
  void invoke("servers.traffic", serverId).then((result) => {
    if (over) return;
    if (!result.ok) {
      update(() => ({ ready: true, failure: result.failure }));
      return;
    }
    update(() => ({ ready: true, ...fromJsonText(result.value) }));
    early.forEach(take);
  });
  return () => {
    over = true;
    stop();
    view.setState({ trafficList: nothing });
    void invoke("servers.trafficEnd");
  };
}
