// Sends changes to the window: in order, numbered, at once where none was sent within a frame, together at
// its end where one was; the latest state of a thing once, streamed text once a frame.
import type { Change, Push, Told } from "../../src-shared/ipc/contract.ts";
import { addPieces } from "../../src-shared/sampling/stream.ts";

/** One frame at 60 Hz: what comes faster than a window can draw travels together. */
const FRAME_MS = 16;
/**
 * Streamed text goes so often: 30 times a second is a steady flow to the eye, and leaves the window every other frame
 * for the person.
 */
const STREAM_MS = 33;
/** So many times in a frame something may go at once although the frame is not over. */
const HURRIES = 2;

type StreamChange = Extract<Change, { kind: "stream" }>;

/** States that replace each other have a key; only the latest of a turn is sent. */
function keyOf(change: Told): string | null {
  switch (change.kind) {
    case "server":
      return `server ${change.server.id}`;
    case "run":
      return `run ${change.run.id}`;
    case "elicitation":
      return `elicitation ${change.elicitation.id}`;
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
      return change.kind;
    default:
      return null;
  }
}

export class Pusher {
  readonly #send: (pushes: Push[]) => void;
  #version = 0;
  /** By key, in the order of first mention; a later read of the same key takes its place. */
  #changes = new Map<string | symbol, () => Told | null>();
  #streams = new Map<string, StreamChange>();
  #scheduled = false;
  #frame: NodeJS.Timeout | null = null;
  #hurries = 0;
  #streamTimer: NodeJS.Timeout | null = null;

  constructor(send: (pushes: Push[]) => void) {
    this.#send = send;
  }

  /** A change that happened. Sent at the end of this turn of the event loop, or of this frame. */
  push(change: Told): void {
    this.#queue(keyOf(change), () => change);
  }

  /**
   * A thing whose latest view is to be sent: `read` runs when the turn ends, so that ten changes in one
   * turn cost one copy. Null sends nothing.
   */
  pushLatest(key: string, read: () => Told | null): void {
    this.#queue(key, read);
  }

  /**
   * What waits goes at the end of this turn although the frame is not over: something has come that a person waits
   * for. A flood of it travels together all the same.
   */
  hurry(): void {
    if (this.#frame === null || this.#scheduled || this.#hurries >= HURRIES) return;
    this.#hurries += 1;
    this.#scheduled = true;
    queueMicrotask(() => this.#flush());
  }

  /** Streamed text: the first at once, what follows gathered for two frames. */
  stream(change: StreamChange): void {
    const before = this.#streams.get(change.attemptId);
    const pieces = addPieces(before?.pieces ?? [], change.pieces);
    this.#streams.set(change.attemptId, { ...change, pieces });
    if (this.#streamTimer === null) this.#flushStreams();
  }

  /** Sends what waits and gives the version that a snapshot taken now has. */
  settle(): number {
    this.#flushStreams();
    this.#flush();
    return this.#version;
  }

  #queue(key: string | null, read: () => Told | null): void {
    this.#changes.set(key ?? Symbol("once"), read);
    if (this.#scheduled || this.#frame !== null) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#flush());
  }

  #flushStreams(): void {
    if (this.#streamTimer !== null) clearTimeout(this.#streamTimer);
    this.#streamTimer = null;
    if (this.#streams.size === 0) return;
    this.#streamTimer = setTimeout(() => this.#flushStreams(), STREAM_MS);
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    this.#emit(streams);
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#changes.size === 0) return;
    this.#frame ??= setTimeout(() => {
      this.#frame = null;
      this.#hurries = 0;
      this.#flush();
    }, FRAME_MS);
    const reads = [...this.#changes.values()];
    this.#changes.clear();
    this.#emit(reads.map((read) => read()).filter((change) => change !== null));
  }

  #emit(changes: Told[]): void {
    if (changes.length === 0) return;
    this.#send(changes.map((change) => ({ version: ++this.#version, change })));
  }
}
