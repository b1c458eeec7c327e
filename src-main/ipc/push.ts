// What the window, the tray and notifications are told. Changes are numbered and sent to the window in order, at most
// once per frame. A state that changes often is sent once, as it is then; streamed text is accumulated.
import type { Change, Push, Replaced, SentChange, SetChange } from "#shared/contract/pushes.ts";
import { patchOf } from "#shared/request/document/patch.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { addPieces } from "#shared/request/life/stream.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { Desk } from "../core/desk/desk.ts";
import type { DeskListener } from "../core/ports.ts";
import { PUSH_CHANNEL } from "#shared/contract/names.ts";
import type { Opening } from "#shared/contract/opening.ts";

/** One frame at 60 Hz. */
const FRAME_MS = 16;

type StreamChange = Extract<Change, { kind: "stream" }>;

/**
 * States that replace each other share a key, so that only the latest is sent. Every other change gets a unique key.
 */
function keyOf(change: SentChange): string | symbol {
  switch (change.kind) {
    case "server":
      return `server ${change.server.id}`;
    case "run":
      return `run ${change.run.id}`;
    case "set":
      return setKey(change.key);
    case "preparing":
      return change.kind;
    default:
      return Symbol(change.kind);
  }
}

const setKey = (key: keyof Replaced): string => `set ${key}`;

/** Where pushes go. */
export interface PushTarget {
  /** Null while there is no window: it gets a snapshot when it opens. */
  readonly window: { webContents: { send(channel: string, pushes: string): void } } | null;
}

export class Pusher {
  readonly #target: PushTarget;
  #version = 0;
  /** By key, in the order of first insertion; a later entry replaces an earlier one. */
  readonly #changes = new Map<string | symbol, () => SentChange | null>();
  /** Streamed pieces per attempt since the last send. */
  readonly #streamed = new Map<string, StreamChange>();
  /** Requests as last sent. They share content with the desk's requests, so that unchanged content is not sent again. */
  readonly #sent = new Map<string, HeldRequest>();
  #scheduled = false;
  #frame: NodeJS.Timeout | null = null;

  constructor(target: PushTarget) {
    this.#target = target;
  }

  /** Sends a change. */
  push(change: SentChange): void {
    this.pushLatest(keyOf(change), () => change);
  }

  /**
   * Sends the latest state of something: `read` runs when it is sent, so that many changes cost one copy. Null sends
   * nothing.
   */
  pushLatest(key: string | symbol, read: () => SentChange | null): void {
    this.#changes.set(key, read);
    if (this.#scheduled || this.#frame !== null) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#flush());
  }

  /** Replaces a view; `read` runs when it is sent. */
  set<Key extends keyof Replaced>(key: Key, read: () => Replaced[Key]): void {
    // The cast is safe: `read` gives the value of this key.
    this.pushLatest(setKey(key), () => ({ kind: "set", key, value: read() }) as SetChange);
  }

  /** Sends what changed in a request since it was last sent. */
  request(id: string, read: () => HeldRequest | undefined): void {
    this.pushLatest(`request ${id}`, () => {
      const request = read();
      if (request === undefined) return null;
      const patch = patchOf(this.#sent.get(id) ?? null, request);
      this.#sent.set(id, request);
      return patch;
    });
  }

  requestRemoved(id: string): void {
    this.#sent.delete(id);
    this.pushLatest(`request ${id}`, () => ({ kind: "request-removed", id }));
  }

  /** Sends streamed text, unless its attempt no longer `runs` by then. */
  stream(change: StreamChange, runs: () => boolean): void {
    const { attemptId } = change;
    const pieces = addPieces(this.#streamed.get(attemptId)?.pieces ?? [], change.pieces);
    const all = { ...change, pieces };
    this.#streamed.set(attemptId, all);
    this.pushLatest(`stream ${attemptId}`, () => {
      this.#streamed.delete(attemptId);
      return runs() ? all : null;
    });
  }

  /**
   * Sends what is pending. Returns the version as of which the window gets these requests, and everything else, in a
   * snapshot.
   */
  settle(requests: readonly HeldRequest[]): number {
    this.#flush();
    this.#sent.clear();
    for (const request of requests) this.#sent.set(request.id, request);
    return this.#version;
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#changes.size === 0) return;
    this.#frame ??= setTimeout(() => {
      this.#frame = null;
      this.#flush();
    }, FRAME_MS);
    const reads = [...this.#changes.values()];
    this.#changes.clear();
    const changes = reads.map((read) => read()).filter((change) => change !== null);
    if (changes.length === 0) return;
    const pushes = changes.map((change): Push => ({ version: ++this.#version, change }));
    this.#target.window?.webContents.send(PUSH_CHANNEL, JSON.stringify(pushes));
  }
}

/** A new request, and the user's name for its server. */
export interface ArrivedRequest {
  what: Opening;
  server: string;
}

interface Outside {
  /** The number of requests that wait for the user, and the one that just arrived. */
  waiting(count: number, arrived: ArrivedRequest | null): void;
  /** The desk's view changed: its mode or counters. */
  moved(): void;
}

/**
 * Tells the window what the desk reports.
 * @param desk read when a push is sent, so that many changes in one turn cost one copy
 */
export function deskListener(desk: Desk, pusher: Pusher, outside: Outside): DeskListener {
  const known = new Set<string>();
  const tell = (id: string, open: boolean, server: string): void => {
    if (open === known.has(id)) return;
    if (open) known.add(id);
    else known.delete(id);
    outside.waiting(known.size, open ? { what: { kind: "request", id }, server } : null);
  };
  const runs = ({ requestId, attemptId }: StreamView): boolean => {
    const attempts = desk.request(requestId)?.attempts;
    return attempts?.find(({ id }) => id === attemptId)?.state.kind === "running";
  };
  return {
    requestChanged(requestId) {
      pusher.request(requestId, () => desk.shown(requestId));
      const server = desk.request(requestId)?.requester.name ?? "";
      tell(requestId, desk.needsUser(requestId), server);
    },
    requestRemoved(requestId) {
      pusher.requestRemoved(requestId);
      // Of another desk, once this one leaves the team.
      tell(requestId, false, "");
    },
    streamed: (more) => pusher.stream({ kind: "stream", ...more }, () => runs(more)),
    deskChanged() {
      pusher.set("desk", () => desk.view());
      outside.moved();
    },
  };
}
