// Sends changes to the window: in order, numbered, at once where none was sent within a frame, together at
// its end where one was; the latest state of a thing once, streamed text once a frame. What nobody waits for goes a
// moment later, once.
import type { Change, Push, Told } from "../../src-shared/ipc/pushes.ts";
import { addPieces } from "../../src-shared/sampling/life/stream.ts";

/** One frame at 60 Hz: what comes faster than a window can draw travels together. */
const FRAME_MS = 16;
/**
 * Streamed text goes so often: 30 times a second is a steady flow to the eye, and leaves the window every other frame
 * for the person.
 */
const STREAM_MS = 33;
/**
 * What no person waits for is told within so long: nobody sees the difference, and what begins and ends in that time is
 * drawn once.
 */
const UNHURRIED_MS = 250;
/**
 * While such changes keep coming they are told so often, all of them together: what rules decide one after the other is
 * drawn once a second, and the drawing takes no time from what they decide next.
 */
const FLOWING_MS = 1000;
/** What would be told so shortly after goes along: it is drawn together. */
const GATHERED_MS = 50;
/** So many times in a frame something may go at once although the frame is not over. */
const HURRIES = 2;

type StreamChange = Extract<Change, { kind: "stream" }>;

/** What becomes of streamed text: of an attempt that the window has yet to hear of, or that is over. */
export type StreamFate = "send" | "keep" | "drop";

interface Unhurried {
  read: () => Told | null;
  isUnderWay: () => boolean;
  /** When it changed first. */
  sinceMs: number;
  dueMs: number;
  /** Others went, and it was under way. */
  putOff: boolean;
}

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
    case "preparing":
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
  #streams = new Map<string, { change: StreamChange; fate: () => StreamFate }>();
  /** By key, oldest first. */
  readonly #unhurried = new Map<string, Unhurried>();
  #unhurriedTimer: NodeJS.Timeout | null = null;
  /** When such changes were told last. */
  #unhurriedAtMs = Number.NEGATIVE_INFINITY;
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
   * The same for what no person waits for: it goes within `UNHURRIED_MS` of its first change, `FLOWING_MS` after the last
   * such change where that is later, or as soon as a person waits for it. What is under way goes with others only once it
   * has been for as long: it would be over when it is drawn, and be shown as at work until the next are told.
   */
  pushUnhurried(
    key: string,
    read: () => Told | null,
    isUnderWay: () => boolean = () => false,
  ): void {
    const now = performance.now();
    const newDueMs = Math.max(now + UNHURRIED_MS, this.#unhurriedAtMs + FLOWING_MS);
    const { sinceMs = now, dueMs = newDueMs, putOff = false } = this.#unhurried.get(key) ?? {};
    this.#unhurried.set(key, { read, isUnderWay, sinceMs, dueMs, putOff });
    if (this.#unhurriedTimer === null) this.#dueAfter(dueMs - now);
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

  /** Streamed text: the first at once, what follows gathered for two frames. `fate` is asked when it could go. */
  stream(change: StreamChange, fate: () => StreamFate = () => "send"): void {
    const before = this.#streams.get(change.attemptId)?.change;
    const pieces = addPieces(before?.pieces ?? [], change.pieces);
    this.#streams.set(change.attemptId, { change: { ...change, pieces }, fate });
    if (this.#streamTimer === null) this.#flushStreams();
  }

  /** Sends what waits and gives the version that a snapshot taken now has. */
  settle(): number {
    for (const key of [...this.#unhurried.keys()]) this.#hurried(key);
    this.#flushStreams();
    // What the window could not be told yet is in the snapshot, from its beginning.
    this.#streams.clear();
    this.#flush();
    return this.#version;
  }

  /** Those whose time has come go now, the others when theirs has. */
  #due(): void {
    this.#unhurriedTimer = null;
    const now = performance.now();
    const flows = now - this.#unhurriedAtMs < FLOWING_MS + UNHURRIED_MS;
    const untilMs = now + (flows ? UNHURRIED_MS : GATHERED_MS);
    const due = [...this.#unhurried].filter(
      ([, waiting]) => waiting.dueMs <= untilMs && this.#goesNow(waiting, now),
    );
    for (const [key] of due) this.#hurried(key);
    if (due.length > 0) this.#unhurriedAtMs = now;
    if (this.#unhurried.size === 0) return;
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { dueMs } of this.#unhurried.values()) nextMs = Math.min(nextMs, dueMs);
    this.#dueAfter(nextMs - now);
  }

  /** False: it was put off, until it has been under way for so long that it is shown so, or until a second later where it is over. */
  #goesNow(waiting: Unhurried, now: number): boolean {
    const shownMs = waiting.sinceMs + UNHURRIED_MS;
    // Counted from when it came, not from the last that went: in a flow there is always another.
    const nextMs = Math.min(this.#unhurriedAtMs, shownMs) + FLOWING_MS;
    const underWay = waiting.isUnderWay();
    if (underWay ? now >= shownMs : !waiting.putOff || now >= nextMs) return true;
    waiting.putOff = true;
    waiting.dueMs = underWay ? shownMs : nextMs;
    return false;
  }

  #dueAfter(ms: number): void {
    this.#unhurriedTimer = setTimeout(() => this.#due(), ms);
  }

  #hurried(key: string): void {
    const waiting = this.#unhurried.get(key);
    if (waiting !== undefined) this.#queue(key, waiting.read);
  }

  #queue(key: string | null, read: () => Told | null): void {
    if (key !== null) this.#unhurried.delete(key);
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
    const now: StreamChange[] = [];
    for (const [attemptId, { change, fate }] of this.#streams) {
      const known = fate();
      if (known === "keep") continue;
      this.#streams.delete(attemptId);
      if (known === "send") now.push(change);
    }
    this.#emit(now);
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
