// A read-only copy of main's state: subscribes first, then takes the snapshot and ignores pushes that are not newer.
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { invoke, subscribe } from "./bridge/desk.ts";
import type { Change, Push, Replaced, Snapshot } from "#shared/contract/pushes.ts";
import type { MachineView, Preparing } from "#shared/contract/machine.ts";
import { noUpdates } from "#shared/contract/updates.ts";
import { noFixtures } from "#shared/rules/fixtures/view.ts";
import { noRetention } from "#shared/ledger/retention.ts";
import type { Failure } from "#shared/outcome.ts";
import { shareEqual } from "#shared/request/document/shareEqual.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { addPieces } from "#shared/request/life/stream.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import type { RunView, ServerLine, ServerView } from "#shared/servers/server.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { noTeam } from "#shared/team/view.ts";
import { restoreDrafts } from "./requests/drafts.ts";
import { dropRequestViews } from "./view.ts";
import { patched } from "#shared/request/document/patch.ts";

export interface Mirror extends Replaced {
  /** False until the first snapshot has arrived. */
  ready: boolean;
  /** Startup work before the first snapshot. */
  preparing: Preparing | null;
  version: number;
  requests: Record<string, HeldRequest>;
  /** The output of running attempts so far, by attempt id; removed once the attempt has ended. */
  streams: Record<string, StreamView>;
  servers: Record<string, ServerView>;
  programs: Record<string, ProgramView>;
  lines: Record<string, ServerLine[]>;
  runs: Record<string, RunView>;
  /** Incremented when information about hosts is out of date. */
  hostsRevision: number;
  machine: MachineView;
  faults: Failure[];
}

/** Lines of output kept per server; main keeps the same number. */
export const MAX_OUTPUT_LINES = 2000;

export const mirror = createStore<Mirror>()(() => ({
  ready: false,
  preparing: null,
  version: -1,
  requests: {},
  streams: {},
  servers: {},
  programs: {},
  lines: {},
  runs: {},
  models: { providers: [], found: [], downloads: [], defaultModel: null, localSupported: true },
  settings: defaultSettings,
  local: {
    models: [],
    machine: { totalBytes: 0, availableBytes: 0, threads: 1, cores: 1, devices: null },
    engine: { kind: "off" },
  },
  desk: {
    masterSwitch: "review",
    switchedAtMs: 0,
    refusedSince: 0,
    ruledSince: 0,
    ledgerTrouble: null,
    forgotten: 0,
  },
  limits: { all: [], servers: {}, programs: {} },
  history: { head: 0, total: 0, unreadable: 0, state: { kind: "building", done: 0, total: 0 } },
  fixtures: noFixtures,
  hostsRevision: 0,
  verifying: null,
  historyTask: null,
  retention: noRetention,
  rules: { revision: 0, rules: [], file: "", faults: [], used: {} },
  team: noTeam,
  updates: noUpdates,
  machine: {
    locale: "en",
    platform: "other",
    version: "",
    profile: "",
    secretStorage: "memory",
    isEncrypted: false,
    isTryOut: false,
    faults: [],
  },
  faults: [],
}));

/** Subscribes a component to a part of the mirror; re-renders only when that part changes. */
export function useMirror<T>(select: (state: Mirror) => T): T {
  return useStore(mirror, select);
}

const byId = <T extends { id: string }>(items: T[]): Record<string, T> =>
  Object.fromEntries(items.map((item) => [item.id, item]));

function without<T>(items: Record<string, T>, id: string): Record<string, T> {
  const { [id]: _removed, ...rest } = items;
  return rest;
}

/** With `value` as the entry of its id; the same object if the entry is equal. */
function withEntry<T extends { id: string }>(
  items: Record<string, T>,
  value: T,
): Record<string, T> {
  const shared = shareEqual(value, items[value.id]);
  return shared === items[value.id] ? items : { ...items, [value.id]: shared };
}

function fromSnapshot(snapshot: Snapshot): Partial<Mirror> {
  const { requests, streams, drafts: _drafts, servers, programs, runs, ...others } = snapshot;
  return {
    ...others,
    ready: true,
    preparing: null,
    requests: byId(requests),
    streams: Object.fromEntries(streams.map((view) => [view.attemptId, view])),
    servers: byId(servers),
    programs: byId(programs),
    runs: byId(runs),
    faults: others.machine.faults,
  };
}

/** Streams of attempts that are still running; the others belong to ended attempts. */
function liveStreams(state: Mirror, request: HeldRequest): Record<string, StreamView> {
  const ended = request.attempts.filter((a) => a.state.kind !== "running" && a.id in state.streams);
  return ended.reduce((streams, attempt) => without(streams, attempt.id), state.streams);
}

/**
 * Applies one change to the mirror, as a pure function; `command`, `open` and `quit-asked` are for `view`. Main sends
 * copies: every part that equals what the mirror has stays the same object, so nothing that shows it renders again.
 */
export function applyChange(state: Mirror, change: Change): Partial<Mirror> {
  switch (change.kind) {
    case "set":
      return { [change.key]: shareEqual(change.value, state[change.key]) };
    case "request":
      return {
        requests: withEntry(state.requests, change.request),
        streams: liveStreams(state, change.request),
      };
    case "request-removed":
      return { requests: without(state.requests, change.id) };
    case "stream": {
      const { kind: _kind, ...more } = change;
      const pieces = addPieces(state.streams[more.attemptId]?.pieces ?? [], more.pieces);
      return { streams: { ...state.streams, [more.attemptId]: { ...more, pieces } } };
    }
    case "server":
      return { servers: withEntry(state.servers, change.server) };
    case "server-removed":
      return { servers: without(state.servers, change.id) };
    case "server-lines": {
      const lines = [...(state.lines[change.id] ?? []), ...change.lines].slice(-MAX_OUTPUT_LINES);
      return { lines: { ...state.lines, [change.id]: lines } };
    }
    case "run":
      return { runs: withEntry(state.runs, change.run) };
    case "run-removed":
      return { runs: without(state.runs, change.id) };
    case "hosts-changed":
      return { hostsRevision: state.hostsRevision + 1 };
    case "programs":
      return { programs: shareEqual(byId(change.programs), state.programs) };
    case "preparing":
      return {
        preparing: change.preparing,
        settings: { ...state.settings, language: change.language },
      };
    case "fault":
      return { faults: [...state.faults, change.failure] };
    // The traffic view keeps its own rows.
    case "traffic":
    case "quit-asked":
    case "open":
    case "command":
      return {};
  }
}

/**
 * Applies many changes at once, equivalent to `applyChange` one by one: a burst of requests copies the list once, not
 * once each.
 */
export function applyChanges(state: Mirror, changes: readonly Change[]): Mirror {
  const next: Mirror = { ...state };
  let copied = false;
  for (const change of changes) {
    if (change.kind !== "request" && change.kind !== "request-removed") {
      Object.assign(next, applyChange(next, change));
      continue;
    }
    if (!copied) next.requests = { ...next.requests };
    copied = true;
    if (change.kind === "request-removed") delete next.requests[change.id];
    else {
      const { request } = change;
      next.requests[request.id] = shareEqual(request, next.requests[request.id]);
      next.streams = liveStreams(next, change.request);
    }
  }
  return next;
}

type Listener = (change: Change) => void;
const listeners = new Set<Listener>();

/** Subscribes to changes as they are applied, for those that are not state (commands, the quit prompt). */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Applies the pushes newer than the current state, in one step, and notifies listeners. */
function apply(pushes: readonly Push[]): void {
  const { version, requests } = mirror.getState();
  const newer = pushes.filter((push) => push.version > version);
  const last = newer.at(-1);
  if (last === undefined) return;
  const changes = expandChanges(requests, newer);
  mirror.setState((state) => ({ ...applyChanges(state, changes), version: last.version }));
  const now = mirror.getState().requests;
  dropRequestViews(
    changes.flatMap((one) => (one.kind === "request-removed" && !(one.id in now) ? [one.id] : [])),
  );
  for (const change of changes) for (const listener of listeners) listener(change);
}

/** Connects the mirror to main. Called once, before the first render. */
export async function startMirror(): Promise<void> {
  const early: Push[] = [];
  subscribe((pushes) => {
    if (mirror.getState().ready) apply(pushes);
    else {
      early.push(...pushes);
      for (const { change } of pushes) {
        if (change.kind === "preparing") mirror.setState((state) => applyChange(state, change));
      }
    }
  });
  // What main reported before this window subscribed.
  void invoke("app.preparing").then((told) => {
    if (!told.ok || told.value === null || mirror.getState().ready) return;
    const change = { kind: "preparing", ...told.value } as const;
    mirror.setState((state) => (state.preparing === null ? applyChange(state, change) : {}));
  });
  const snapshot = await invoke("app.snapshot");
  if (!snapshot.ok) {
    // Loading has failed: show the failure.
    mirror.setState({ faults: [snapshot.failure], preparing: null });
    return;
  }
  restoreDrafts(snapshot.value.drafts);
  mirror.setState(fromSnapshot(snapshot.value));
  // An earlier window may have been closed while a server's traffic was open.
  void invoke("servers.trafficEnd");
  apply(early);
}

/** Returns the changes in order, each with the full request after it. `requests` are those before the first change. */
function expandChanges(
  requests: Readonly<Record<string, HeldRequest>>,
  pushes: readonly Push[],
): Change[] {
  const later = new Map<string, HeldRequest | undefined>();
  return pushes.map(({ change }): Change => {
    if (change.kind === "request-removed") later.set(change.id, undefined);
    if (change.kind !== "request-patch") return change;
    const { id } = change;
    const request = patched(later.has(id) ? later.get(id) : requests[id], change);
    if (request === null) {
      // Impossible as long as main sends the first change in full; reported rather than shown wrong.
      return {
        kind: "fault",
        failure: { kind: "internal", detail: `no request to change: ${id}` },
      };
    }
    later.set(id, request);
    return { kind: "request", request };
  });
}
