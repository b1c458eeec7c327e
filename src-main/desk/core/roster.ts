// The samples in memory: all that are open, and the latest that ended. Knows which belong together.
import { running } from "../../../src-shared/sampling/life/attempts.ts";
import type { StreamView } from "../../../src-shared/sampling/life/stream.ts";
import type { Sample, SampleId } from "../../../src-shared/sampling/life/sample.ts";
import type { DeskListener, Incoming, MediaStore } from "../ports.ts";
import { charactersOf, Shelf } from "../../../src-shared/shelf.ts";
import { newRuntime } from "./runtime.ts";
import type { Runtime } from "./runtime.ts";

/**
 * Ended samples kept in memory for the screen, by number and by size in characters (the newest one always, and beside
 * them what the user has typed for); older ones are in the ledger, and the screen says so.
 */
export const ENDED_KEPT = 200;
const ENDED_CHARACTERS = 64_000_000;
/** The same for those that the desk refused by itself: they never take the place of what the user decided. */
export const REFUSED_KEPT = 50;
const REFUSED_CHARACTERS = 16_000_000;

/** Phases of a member that was approved and is not over. */
const LEAVING: ReadonlySet<string> = new Set<Sample["phase"]["kind"]>(["ready", "delivering"]);

interface Group {
  id: string;
  size: number;
  members: string[];
}

/** What stands here of one request. */
interface Entry {
  sample: Sample;
  group: Group | null;
  /** Null once it has ended. */
  runtime: Runtime | null;
  /** False once it was dismissed while a generation of it still runs: how that ends is recorded too. */
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
  /** How many requests are open, and how many characters they hold together, as they came. */
  openCount = 0;
  openCharacters = 0;
  forgotten = 0;

  /** @param isTypedFor newer ones never take its place: what was typed could be seen nowhere else */
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
    return [...this.#entries.values()].flatMap(({ sample, runtime }) =>
      runtime === null ? [] : [sample],
    );
  }
  /** How many requests of a server are open. */
  openCountOf(serverId: string): number {
    return this.#openByServer.get(serverId) ?? 0;
  }
  get(sampleId: SampleId): Sample | undefined {
    const entry = this.#entries.get(sampleId);
    return entry?.listed === true ? entry.sample : undefined;
  }
  /** The same, also while only a generation of it is still under way. */
  getUnlisted(sampleId: SampleId): Sample | undefined {
    return this.#entries.get(sampleId)?.sample;
  }
  /** Undefined once it has ended. */
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

  /** The members of the group, once this sample, which is not added yet, is the last of several to come; or null. */
  completedBy(sampleId: SampleId, reply: Incoming["reply"]): SampleId[] | null {
    if (reply.kind !== "embedded") return null;
    const members = this.#groups.get(reply.groupId)?.members ?? [];
    const complete = members.length > 0 && members.length + 1 >= reply.groupSize;
    return complete ? [...members, sampleId] : null;
  }

  /** Adds a new sample: of a request that has come, or of an earlier run. Nobody is told yet: it may be refused at once. */
  add(sample: Sample, incoming?: Incoming): void {
    const settle = incoming === undefined ? null : incoming.settle;
    const runtime = newRuntime(settle, charactersOf(sample));
    const group = incoming === undefined ? null : this.#joined(sample.id, incoming.reply);
    this.#entries.set(sample.id, { sample, group, runtime, listed: true });
    this.openCharacters += runtime.characters;
    this.#countOpen(sample.asker.serverId, 1);
  }

  /** The sample as it stands now; also one of an earlier run, which nobody here knows yet. */
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

  /** It has ended, and all that had to be done about it is under way: what it had beside its data goes. */
  end(sample: Sample): void {
    const { id, asker } = sample;
    const entry = this.#entries.get(id);
    if (!entry?.runtime) return;
    this.openCharacters -= entry.runtime.characters;
    entry.runtime = null;
    this.#countOpen(asker.serverId, -1);
    if (isReplied(sample)) this.#audience.sampleReplied?.(id);
    const shelf = isRefusedByDesk(sample) ? this.#refused : this.#ended;
    for (const oldest of shelf.put(id, charactersOf(sample))) {
      if (this.#isTypedFor(oldest)) continue;
      this.forgotten += 1;
      this.#remove(oldest);
      this.#audience.deskChanged();
    }
  }

  /**
   * The members of the sample's group that wait to leave, when all of them are approved; otherwise none.
   * Some may be leaving already: the release of the others could not be recorded then.
   */
  readyGroup(sampleId: SampleId): SampleId[] {
    const group = this.#entries.get(sampleId)?.group ?? null;
    if (group === null || group.members.length < group.size) return [];
    const phaseOf = (id: string): string | undefined => this.get(id)?.phase.kind;
    return group.members.every((id) => LEAVING.has(phaseOf(id) ?? ""))
      ? group.members.filter((id) => phaseOf(id) === "ready")
      : [];
  }

  /** Takes an ended sample out of memory. False when it is open or unknown. */
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
    if (running(entry.sample).length === 0) {
      this.#entries.delete(sampleId);
      this.#media.release(sampleId);
    }
    const { group } = entry;
    if (group?.members.every((id) => this.get(id) === undefined)) this.#groups.delete(group.id);
    this.#audience.sampleRemoved(sampleId);
  }
}

/** Its answer has left: whatever else was typed for it has no further use. */
export const isReplied = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";

const isRefusedByDesk = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "refused" && phase.ending.by.kind === "desk";
