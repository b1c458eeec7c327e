// Sends changes to the window: in order, numbered, at once where none was sent within a frame, together at its end where
// one was. Of a thing that changes often its latest state goes once, of streamed text all that has come.
import type { Change, Push, Told } from "../../src-shared/ipc/pushes.ts";
import { patchOf } from "../../src-shared/sampling/document/patch.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { addPieces } from "../../src-shared/sampling/life/stream.ts";

/** One frame at 60 Hz: what comes faster than a window can draw travels together. */
const FRAME_MS = 16;

type StreamChange = Extract<Change, { kind: "stream" }>;

/** States that replace each other share a key; only the latest is sent. Each event has one of its own. */
function keyOf(change: Told): string | symbol {
  switch (change.kind) {
    case "server":
      return `server ${change.server.id}`;
    case "run":
      return `run ${change.run.id}`;
    case "models":
    case "local":
    case "settings":
    case "desk":
    case "limits":
    case "history":
    case "verifying":
    case "dry-run":
    case "history-import":
    case "history-task":
    case "rules":
    case "preparing":
      return change.kind;
    default:
      return Symbol(change.kind);
  }
}

export class Pusher {
  readonly #send: (pushes: Push[]) => void;
  #version = 0;
  /** By key, in the order of first mention; a later read of the same key takes its place. */
  readonly #changes = new Map<string | symbol, () => Told | null>();
  /** What has come of each attempt since it was sent last. */
  readonly #streamed = new Map<string, StreamChange>();
  /** Samples as the window has them; they share all content with those of the desk, so that it travels once. */
  readonly #sent = new Map<string, Sample>();
  #scheduled = false;
  #frame: NodeJS.Timeout | null = null;

  constructor(send: (pushes: Push[]) => void) {
    this.#send = send;
  }

  /** A change that happened. */
  push(change: Told): void {
    this.pushLatest(keyOf(change), () => change);
  }

  /** A thing whose latest view is to be sent: `read` runs when it goes, so that ten changes cost one copy. Null sends nothing. */
  pushLatest(key: string | symbol, read: () => Told | null): void {
    this.#changes.set(key, read);
    if (this.#scheduled || this.#frame !== null) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#flush());
  }

  /** A sample that has changed: the window is sent what it has yet to hear of it. */
  sample(id: string, read: () => Sample | undefined): void {
    this.pushLatest(`sample ${id}`, () => {
      const sample = read();
      if (sample === undefined) return null;
      const patch = patchOf(this.#sent.get(id) ?? null, sample);
      this.#sent.set(id, sample);
      return patch;
    });
  }

  sampleRemoved(id: string): void {
    this.#sent.delete(id);
    this.pushLatest(`sample ${id}`, () => ({ kind: "sample-removed", id }));
  }

  /** Streamed text, dropped where its attempt no longer `runs` when it goes. */
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

  /** Sends what waits. The window is given these samples whole, and all else, as of the version that this returns. */
  settle(samples: readonly Sample[]): number {
    this.#flush();
    this.#sent.clear();
    for (const sample of samples) this.#sent.set(sample.id, sample);
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
    this.#send(changes.map((change) => ({ version: ++this.#version, change })));
  }
}
