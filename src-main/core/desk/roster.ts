// The requests in memory: all open ones and the latest ended ones, with their groups.
import { running } from "#shared/request/life/attempts.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { HeldRequest, RequestId, AttemptId } from "#shared/request/life/heldRequest.ts";
import type { DeskListener, Incoming, MediaStore } from "../ports.ts";
import { charactersOf, Shelf } from "#shared/shelf.ts";
import type { Redaction } from "#shared/findings/redaction/redactionSchema.ts";
import type { Mapping } from "#shared/findings/redaction/redact.ts";
import type { Inspected, Inspection } from "#shared/findings/inspection.ts";
import type { RuleGate } from "#shared/rules/rule.ts";

/**
 * Ended requests kept in memory, by number and by size in characters. The newest is always kept, and so are requests
 * with a draft. Older ones are only in the ledger; the window shows how many.
 */
export const ENDED_KEPT = 200;
const ENDED_CHARACTERS = 64_000_000;
/** Separate limits for requests that the desk refused, so that they never displace those the user decided on. */
export const REFUSED_KEPT = 50;
const REFUSED_CHARACTERS = 16_000_000;

/** Phases between approval and delivery. */
const LEAVING: ReadonlySet<string> = new Set<HeldRequest["phase"]["kind"]>(["ready", "delivering"]);

interface Group {
  id: string;
  size: number;
  members: string[];
}

/** What the roster holds for one request. */
interface Entry {
  request: HeldRequest;
  group: Group | null;
  /** Null once the request has ended. */
  runtime: Runtime | null;
  /** Another desk of the team holds it: it is shown and decided about, but nothing is done about it here. */
  guest?: true;
  /** False once dismissed while a generation is still running: its outcome must still be recorded. */
  listed: boolean;
}

export class Roster {
  readonly #entries = new Map<RequestId, Entry>();
  readonly #groups = new Map<string, Group>();
  readonly #media: Pick<MediaStore, "release">;
  readonly #listener: DeskListener;
  readonly #isTypedFor: (requestId: string) => boolean;
  readonly #ended = new Shelf(ENDED_KEPT, ENDED_CHARACTERS);
  readonly #refused = new Shelf(REFUSED_KEPT, REFUSED_CHARACTERS);
  readonly #openByServer = new Map<string, number>();
  /** Number of open requests, and the characters they hold together as received. */
  openCount = 0;
  openCharacters = 0;
  forgotten = 0;

  /**
   * @param isTypedFor whether there is a draft: such a request is never dropped for newer ones, as its draft would be
   * lost from view
   */
  constructor(
    media: Pick<MediaStore, "release">,
    listener: DeskListener,
    isTypedFor: (requestId: string) => boolean = () => false,
  ) {
    this.#media = media;
    this.#listener = listener;
    this.#isTypedFor = isTypedFor;
  }

  all(): HeldRequest[] {
    return [...this.#entries.values()].flatMap(({ request, listed }) => (listed ? [request] : []));
  }
  open(): HeldRequest[] {
    return [...this.#entries.values()].flatMap(({ request, runtime, guest }) =>
      runtime === null || guest === true ? [] : [request],
    );
  }
  openCountOf(serverId: string): number {
    return this.#openByServer.get(serverId) ?? 0;
  }
  get(requestId: RequestId): HeldRequest | undefined {
    const entry = this.#entries.get(requestId);
    return entry?.listed === true ? entry.request : undefined;
  }
  /** As `get`, including dismissed requests with a running generation. */
  getUnlisted(requestId: RequestId): HeldRequest | undefined {
    return this.#entries.get(requestId)?.request;
  }
  /** Undefined once the request has ended. */
  runtime(requestId: RequestId): Runtime | undefined {
    return this.#entries.get(requestId)?.runtime ?? undefined;
  }
  /** What running attempts have produced so far. */
  streams(): StreamView[] {
    return this.runtimes().flatMap(([, { runs }]) =>
      [...runs.values()].flatMap(({ view }) => view ?? []),
    );
  }

  runtimes(): [RequestId, Runtime][] {
    return [...this.#entries].flatMap(([id, { runtime }]) =>
      runtime === null ? [] : [[id, runtime]],
    );
  }

  /** If this request, not added yet, completes its group of several: the group's members. Otherwise null. */
  completedBy(requestId: RequestId, reply: Incoming["reply"]): RequestId[] | null {
    if (reply.kind !== "embedded") return null;
    const members = this.#groups.get(reply.groupId)?.members ?? [];
    const complete = members.length > 0 && members.length + 1 >= reply.groupSize;
    return complete ? [...members, requestId] : null;
  }

  /** Adds a new request, or one of an earlier run. Listeners are not told yet, as it may be refused at once. */
  add(request: HeldRequest, incoming?: Incoming): void {
    const settle = incoming === undefined ? null : incoming.settle;
    const runtime = newRuntime(settle, charactersOf(request), incoming);
    const group = incoming === undefined ? null : this.#joined(request.id, incoming.reply);
    this.#entries.set(request.id, { request, group, runtime, listed: true });
    this.openCharacters += runtime.characters;
    this.#countOpen(request.requester.serverId, 1);
  }

  isGuest(requestId: RequestId): boolean {
    return this.#entries.get(requestId)?.guest === true;
  }

  /** Shows a request of another desk as it is now; an ended one only if it was shown before. */
  showGuest(request: HeldRequest): void {
    const { id } = request;
    const known = this.#entries.get(id);
    const hasEnded = request.phase.kind === "ended";
    if (known === undefined ? hasEnded : known.guest !== true) return;
    const runtime = hasEnded ? null : (known?.runtime ?? newRuntime(null, 0));
    this.#entries.set(id, { request, group: null, runtime, listed: true, guest: true });
    if (hasEnded && known?.runtime !== null) {
      if (isReplied(request)) this.#listener.requestReplied?.(id);
      this.#shelve(this.#ended, request);
    }
    this.#listener.requestChanged(id);
  }

  /** Takes away a request of another desk. */
  removeGuest(requestId: RequestId): void {
    if (!this.isGuest(requestId)) return;
    this.#ended.take(requestId);
    this.#remove(requestId);
  }

  /** Stores the request's new state; adds one of an earlier run. */
  replace(request: HeldRequest): void {
    if (!this.#entries.has(request.id)) this.add(request);
    const entry = this.#entries.get(request.id);
    if (entry === undefined) return;
    entry.request = request;
    if (entry.listed) return this.#listener.requestChanged(request.id);
    if (running(request).length > 0) return;
    this.#entries.delete(request.id);
    this.#media.release(request.id);
  }

  /**
   * The request has ended and its effects were started: drops its runtime, and the oldest ended requests beyond the
   * limits.
   */
  end(request: HeldRequest): void {
    const { id, requester } = request;
    const entry = this.#entries.get(id);
    if (!entry?.runtime) return;
    this.openCharacters -= entry.runtime.characters;
    entry.runtime = null;
    this.#countOpen(requester.serverId, -1);
    if (isReplied(request)) this.#listener.requestReplied?.(id);
    this.#shelve(isRefusedByDesk(request) ? this.#refused : this.#ended, request);
  }

  #shelve(shelf: Shelf, request: HeldRequest): void {
    for (const oldest of shelf.put(request.id, charactersOf(request))) {
      if (this.#isTypedFor(oldest)) continue;
      this.forgotten += 1;
      this.#remove(oldest);
      this.#listener.deskChanged();
    }
  }

  /**
   * The approved members of the request's group that wait for delivery, once all members are approved and may be sent;
   * otherwise none. Some may be delivering already, when releasing the others could not be recorded.
   */
  readyGroup(requestId: RequestId, maySend: (id: RequestId) => boolean): RequestId[] {
    const group = this.#entries.get(requestId)?.group ?? null;
    if (group === null || group.members.length < group.size) return [];
    const phaseOf = (id: string): string | undefined => this.get(id)?.phase.kind;
    return group.members.every((id) => LEAVING.has(phaseOf(id) ?? "") && maySend(id))
      ? group.members.filter((id) => phaseOf(id) === "ready")
      : [];
  }

  /** Takes an ended request out of the inbox. False when it is open or unknown. */
  dismiss(requestId: RequestId): boolean {
    if (this.get(requestId)?.phase.kind !== "ended") return false;
    this.#ended.take(requestId);
    this.#refused.take(requestId);
    this.#remove(requestId);
    return true;
  }

  #joined(requestId: RequestId, reply: Incoming["reply"]): Group | null {
    if (reply.kind !== "embedded") return null;
    const { groupId: id, groupSize: size } = reply;
    const group = this.#groups.get(id) ?? { id, size, members: [] };
    group.members.push(requestId);
    this.#groups.set(id, group);
    return group;
  }

  #countOpen(serverId: string, by: 1 | -1): void {
    this.openCount += by;
    const count = this.openCountOf(serverId) + by;
    if (count === 0) this.#openByServer.delete(serverId);
    else this.#openByServer.set(serverId, count);
  }

  #remove(requestId: RequestId): void {
    const entry = this.#entries.get(requestId);
    if (entry === undefined) return;
    entry.listed = false;
    if (entry.guest === true || running(entry.request).length === 0) {
      this.#entries.delete(requestId);
      this.#media.release(requestId);
    }
    const { group } = entry;
    if (group?.members.every((id) => this.get(id) === undefined)) this.#groups.delete(group.id);
    this.#listener.requestRemoved(requestId);
  }
}

/** Whether the response was sent, so that a draft for it is no longer needed. */
export const isReplied = ({ phase }: HeldRequest): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";

const isRefusedByDesk = ({ phase }: HeldRequest): boolean =>
  phase.kind === "ended" && phase.ending.kind === "refused" && phase.ending.by.kind === "desk";

/** A running generation. */
export interface RunningAttempt {
  stop: AbortController;
  /** Output so far, for windows that open in the middle of a stream. */
  view: StreamView | null;
}

/** What placeholders stand for. Never leaves the desk. */
export interface Placeholders {
  /** By attempt. */
  mappings: Map<AttemptId, Mapping>;
  /**
   * Every redaction made for this request, by value; includes values that no mapping has because the text did not
   * contain them then.
   */
  chosen: Map<string, Redaction>;
}

export interface Scans {
  /** By hash of the scanned document. */
  byHash: Map<string, Promise<Inspection | null>>;
  /** Finished scans, including those that were too late for their caller. */
  finished: Map<string, Inspection>;
  /** What each found, also by checks that are turned off. */
  found: Inspected[];
  /** Per gate, the last scan of a document that the user was editing. */
  edited: Map<RuleGate, { hash: string; looked: Inspection }>;
  stop: AbortController;
}

export interface Runtime {
  /** Settles with the server, once; null after that, and when nobody waits. */
  settle: Incoming["settle"] | null;
  /** Gets the text of a response that passes while it is made. */
  live?: Incoming["live"];
  /** The text of a program's body. */
  came?: Incoming["came"];
  /** Has the server carry out the request. */
  produce?: Incoming["produce"];
  /** The user's choice that lets this request pass. */
  permission?: Incoming["permission"];
  readAgain?: Incoming["readAgain"];
  /** When what the request is about was last read again, and was as in this revision. */
  read: { revision: number; atMs: number } | null;
  runs: Map<AttemptId, RunningAttempt>;
  placeholders: Placeholders;
  scans: Scans;
  /** Rules have not decided yet, so it is open whether the user is asked. */
  awaitsRules: boolean;
  /** When a rule's decision could not be recorded because another program held the lock. */
  lockedAtMs: number | null;
  /** Size in characters as received. */
  characters: number;
}

export const newPlaceholders = (): Placeholders => ({ mappings: new Map(), chosen: new Map() });

export const newScans = (): Scans => ({
  byHash: new Map(),
  finished: new Map(),
  found: [],
  edited: new Map(),
  stop: new AbortController(),
});

export const newRuntime = (
  settle: Runtime["settle"],
  characters: number,
  {
    live,
    came,
    produce,
    permission,
    readAgain,
  }: Pick<Incoming, "live" | "came" | "produce" | "permission" | "readAgain"> = {},
): Runtime => ({
  settle,
  live,
  came,
  produce,
  permission,
  readAgain,
  read: null,
  runs: new Map(),
  placeholders: newPlaceholders(),
  scans: newScans(),
  awaitsRules: false,
  lockedAtMs: null,
  characters,
});
