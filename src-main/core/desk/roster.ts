// The samples in memory: all open ones and the latest ended ones, with their groups.
import { running } from "#shared/request/life/attempts.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { Sample, SampleId } from "#shared/request/life/heldRequest.ts";
import type { DeskListener, Incoming, MediaStore } from "../ports.ts";
import { charactersOf, Shelf } from "#shared/shelf.ts";
import { newRuntime } from "./runtime.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Ended samples kept in memory, by number and by size in characters. The newest is always kept, and so are samples
 * with a draft. Older ones are only in the ledger; the window shows how many.
 */
export const ENDED_KEPT = 200;
const ENDED_CHARACTERS = 64_000_000;
/** Separate limits for requests that the desk refused, so that they never displace those the user decided on. */
export const REFUSED_KEPT = 50;
const REFUSED_CHARACTERS = 16_000_000;

/** Phases between approval and delivery. */
const LEAVING: ReadonlySet<string> = new Set<Sample["phase"]["kind"]>(["ready", "delivering"]);

interface Group {
  id: string;
  size: number;
  members: string[];
}

/** What the roster holds for one request. */
interface Entry {
  sample: Sample;
  group: Group | null;
  /** Null once the request has ended. */
  runtime: Runtime | null;
  /** Another desk of the team holds it: it is shown and decided about, but nothing is done about it here. */
  guest?: true;
  /** False once dismissed while a generation is still running: its outcome must still be recorded. */
  listed: boolean;
}

export class Roster {
  readonly #entries = new Map<SampleId, Entry>();
  readonly #groups = new Map<string, Group>();
  readonly #media: Pick<MediaStore, "release">;
  readonly #audience: DeskListener;
  readonly #isTypedFor: (sampleId: string) => boolean;
  readonly #ended = new Shelf(ENDED_KEPT, ENDED_CHARACTERS);
  readonly #refused = new Shelf(REFUSED_KEPT, REFUSED_CHARACTERS);
  readonly #openByServer = new Map<string, number>();
  /** Number of open requests, and the characters they hold together as received. */
  openCount = 0;
  openCharacters = 0;
  forgotten = 0;

  /**
   * @param isTypedFor whether there is a draft: such a sample is never dropped for newer ones, as its draft would be
   * lost from view
   */
  constructor(
    media: Pick<MediaStore, "release">,
    audience: DeskListener,
    isTypedFor: (sampleId: string) => boolean = () => false,
  ) {
    this.#media = media;
    this.#audience = audience;
    this.#isTypedFor = isTypedFor;
  }

  all(): Sample[] {
    return [...this.#entries.values()].flatMap(({ sample, listed }) => (listed ? [sample] : []));
  }
  open(): Sample[] {
    return [...this.#entries.values()].flatMap(({ sample, runtime, guest }) =>
      runtime === null || guest === true ? [] : [sample],
    );
  }
  openCountOf(serverId: string): number {
    return this.#openByServer.get(serverId) ?? 0;
  }
  get(sampleId: SampleId): Sample | undefined {
    const entry = this.#entries.get(sampleId);
    return entry?.listed === true ? entry.sample : undefined;
  }
  /** As `get`, including dismissed samples with a running generation. */
  getUnlisted(sampleId: SampleId): Sample | undefined {
    return this.#entries.get(sampleId)?.sample;
  }
  /** Undefined once the request has ended. */
  runtime(sampleId: SampleId): Runtime | undefined {
    return this.#entries.get(sampleId)?.runtime ?? undefined;
  }
  /** What running attempts have produced so far. */
  streams(): StreamView[] {
    return this.runtimes().flatMap(([, { runs }]) =>
      [...runs.values()].flatMap(({ view }) => view ?? []),
    );
  }

  runtimes(): [SampleId, Runtime][] {
    return [...this.#entries].flatMap(([id, { runtime }]) =>
      runtime === null ? [] : [[id, runtime]],
    );
  }

  /** If this sample, not added yet, completes its group of several: the group's members. Otherwise null. */
  completedBy(sampleId: SampleId, reply: Incoming["reply"]): SampleId[] | null {
    if (reply.kind !== "embedded") return null;
    const members = this.#groups.get(reply.groupId)?.members ?? [];
    const complete = members.length > 0 && members.length + 1 >= reply.groupSize;
    return complete ? [...members, sampleId] : null;
  }

  /** Adds a new sample, or one of an earlier run. Listeners are not told yet, as it may be refused at once. */
  add(sample: Sample, incoming?: Incoming): void {
    const settle = incoming === undefined ? null : incoming.settle;
    const runtime = newRuntime(settle, charactersOf(sample), incoming);
    const group = incoming === undefined ? null : this.#joined(sample.id, incoming.reply);
    this.#entries.set(sample.id, { sample, group, runtime, listed: true });
    this.openCharacters += runtime.characters;
    this.#countOpen(sample.asker.serverId, 1);
  }

  isGuest(sampleId: SampleId): boolean {
    return this.#entries.get(sampleId)?.guest === true;
  }

  /** Shows a request of another desk as it is now; an ended one only if it was shown before. */
  showGuest(sample: Sample): void {
    const { id } = sample;
    const known = this.#entries.get(id);
    const hasEnded = sample.phase.kind === "ended";
    if (known === undefined ? hasEnded : known.guest !== true) return;
    const runtime = hasEnded ? null : (known?.runtime ?? newRuntime(null, 0));
    this.#entries.set(id, { sample, group: null, runtime, listed: true, guest: true });
    if (hasEnded && known?.runtime !== null) {
      if (isReplied(sample)) this.#audience.sampleReplied?.(id);
      this.#shelve(this.#ended, sample);
    }
    this.#audience.sampleChanged(id);
  }

  /** Takes away a request of another desk. */
  removeGuest(sampleId: SampleId): void {
    if (!this.isGuest(sampleId)) return;
    this.#ended.take(sampleId);
    this.#remove(sampleId);
  }

  /** Stores the sample's new state; adds one of an earlier run. */
  replace(sample: Sample): void {
    if (!this.#entries.has(sample.id)) this.add(sample);
    const entry = this.#entries.get(sample.id);
    if (entry === undefined) return;
    entry.sample = sample;
    if (entry.listed) return this.#audience.sampleChanged(sample.id);
    if (running(sample).length > 0) return;
    this.#entries.delete(sample.id);
    this.#media.release(sample.id);
  }

  /**
   * The request has ended and its effects were started: drops its runtime, and the oldest ended samples beyond the
   * limits.
   */
  end(sample: Sample): void {
    const { id, asker } = sample;
    const entry = this.#entries.get(id);
    if (!entry?.runtime) return;
    this.openCharacters -= entry.runtime.characters;
    entry.runtime = null;
    this.#countOpen(asker.serverId, -1);
    if (isReplied(sample)) this.#audience.sampleReplied?.(id);
    this.#shelve(isRefusedByDesk(sample) ? this.#refused : this.#ended, sample);
  }

  #shelve(shelf: Shelf, sample: Sample): void {
    for (const oldest of shelf.put(sample.id, charactersOf(sample))) {
      if (this.#isTypedFor(oldest)) continue;
      this.forgotten += 1;
      this.#remove(oldest);
      this.#audience.deskChanged();
    }
  }

  /**
   * The approved members of the sample's group that wait for delivery, once all members are approved and may be sent;
   * otherwise none. Some may be delivering already, when releasing the others could not be recorded.
   */
  readyGroup(sampleId: SampleId, maySend: (id: SampleId) => boolean): SampleId[] {
    const group = this.#entries.get(sampleId)?.group ?? null;
    if (group === null || group.members.length < group.size) return [];
    const phaseOf = (id: string): string | undefined => this.get(id)?.phase.kind;
    return group.members.every((id) => LEAVING.has(phaseOf(id) ?? "") && maySend(id))
      ? group.members.filter((id) => phaseOf(id) === "ready")
      : [];
  }

  /** Takes an ended sample out of the inbox. False when it is open or unknown. */
  dismiss(sampleId: SampleId): boolean {
    if (this.get(sampleId)?.phase.kind !== "ended") return false;
    this.#ended.take(sampleId);
    this.#refused.take(sampleId);
    this.#remove(sampleId);
    return true;
  }

  #joined(sampleId: SampleId, reply: Incoming["reply"]): Group | null {
    if (reply.kind !== "embedded") return null;
    const { groupId: id, groupSize: size } = reply;
    const group = this.#groups.get(id) ?? { id, size, members: [] };
    group.members.push(sampleId);
    this.#groups.set(id, group);
    return group;
  }

  #countOpen(serverId: string, by: 1 | -1): void {
    this.openCount += by;
    const count = this.openCountOf(serverId) + by;
    if (count === 0) this.#openByServer.delete(serverId);
    else this.#openByServer.set(serverId, count);
  }

  #remove(sampleId: SampleId): void {
    const entry = this.#entries.get(sampleId);
    if (entry === undefined) return;
    entry.listed = false;
    if (entry.guest === true || running(entry.sample).length === 0) {
      this.#entries.delete(sampleId);
      this.#media.release(sampleId);
    }
    const { group } = entry;
    if (group?.members.every((id) => this.get(id) === undefined)) this.#groups.delete(group.id);
    this.#audience.sampleRemoved(sampleId);
  }
}

/** Whether the response was sent, so that a draft for it is no longer needed. */
export const isReplied = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";

const isRefusedByDesk = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "refused" && phase.ending.by.kind === "desk";
