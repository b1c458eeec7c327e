// The samples in memory: all that are open, and the latest that ended. Knows which belong together.
import { running } from "../../../src-shared/sampling/life/attempts.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";
import type { DeskAudience, Incoming, MediaStore } from "../ports.ts";
import { charactersOf, Shelf } from "../../../src-shared/shelf.ts";

/**
 * Ended samples kept in memory for the screen, by number and by size in characters (the newest one always, and beside
 * them what a person has typed for); older ones are in the ledger, and the screen says so.
 */
export const ENDED_KEPT = 200;
const ENDED_CHARACTERS = 64_000_000;
/** The same for those that the desk refused by itself: they never take the place of what a person decided. */
export const REFUSED_KEPT = 50;
const REFUSED_CHARACTERS = 16_000_000;

/** Phases of a member that was approved and is not over. */
const LEAVING: ReadonlySet<string> = new Set<Sample["phase"]["kind"]>(["ready", "delivering"]);

interface Group {
  size: number;
  members: string[];
  /** Questions beside them that the person has yet to answer: the group waits for these too. */
  unanswered: boolean;
}

export class Roster {
  readonly #samples = new Map<string, Sample>();
  /** Those that are no longer in the list while a generation of theirs still runs: how it ends is recorded too. */
  readonly #late = new Map<string, Sample>();
  readonly #groups = new Map<string, Group>();
  readonly #groupOf = new Map<string, string>();
  readonly #media: Pick<MediaStore, "release">;
  readonly #audience: DeskAudience;
  readonly #ended = new Shelf(ENDED_KEPT, ENDED_CHARACTERS);
  readonly #refused = new Shelf(REFUSED_KEPT, REFUSED_CHARACTERS);
  /** Sizes of the open samples as they came. */
  readonly #open = new Map<string, number>();
  #openCharacters = 0;
  readonly #openByServer = new Map<string, number>();
  readonly #isTypedFor: (sampleId: string) => boolean;
  forgotten = 0;

  /** @param isTypedFor newer ones never take its place: what was typed could be seen nowhere else */
  constructor(
    media: Pick<MediaStore, "release">,
    audience: DeskAudience,
    isTypedFor: (sampleId: string) => boolean = () => false,
  ) {
    this.#media = media;
    this.#audience = audience;
    this.#isTypedFor = isTypedFor;
  }

  all(): Sample[] {
    return [...this.#samples.values()];
  }
  open(): Sample[] {
    return this.all().filter((s) => s.phase.kind !== "ended");
  }
  /** Characters that all open samples hold together, as they came. */
  get openCharacters(): number {
    return this.#openCharacters;
  }
  /** How many requests are open. */
  get openCount(): number {
    return this.#open.size;
  }
  /** How many requests of a server are open. */
  openOf(serverId: string): number {
    return this.#openByServer.get(serverId) ?? 0;
  }
  get(sampleId: string): Sample | undefined {
    return this.#samples.get(sampleId);
  }
  /** The same, also while only a generation of it is still under way. */
  known(sampleId: string): Sample | undefined {
    return this.#samples.get(sampleId) ?? this.#late.get(sampleId);
  }

  /** The members of the group, once this sample, which is not added yet, is the last of several to come; or null. */
  completedBy(sampleId: string, reply: Incoming["reply"]): string[] | null {
    if (reply.kind !== "embedded") return null;
    const members = this.#groups.get(reply.groupId)?.members ?? [];
    const complete = members.length > 0 && members.length + 1 >= reply.groupSize;
    return complete ? [...members, sampleId] : null;
  }

  /** Adds a new sample, with the group that it is of. Nobody is told yet: it may be refused at once. */
  add(
    sample: Sample,
    group: { groupId: string; groupSize: number; questions?: number } | null,
  ): void {
    this.#samples.set(sample.id, sample);
    const characters = charactersOf(sample);
    this.#open.set(sample.id, characters);
    this.#openCharacters += characters;
    this.#countOpen(sample.asker.serverId, 1);
    if (group === null) return;
    const known = this.#groups.get(group.groupId) ?? {
      size: group.groupSize,
      members: [],
      unanswered: (group.questions ?? 0) > 0,
    };
    known.members.push(sample.id);
    this.#groups.set(group.groupId, known);
    this.#groupOf.set(sample.id, group.groupId);
  }

  /** The sample as it stands now; also one of an earlier run, which nobody here knows yet. */
  replace(sample: Sample): void {
    if (this.#late.has(sample.id)) return this.#replaceLate(sample);
    const before = this.#samples.get(sample.id);
    if (before === undefined) this.add(sample, null);
    this.#samples.set(sample.id, sample);
    this.#audience.sampleChanged(sample.id);
    if (sample.phase.kind === "ended" && before?.phase.kind !== "ended") this.#sampleEnded(sample);
  }

  /**
   * The members of the sample's group that wait to leave, when all of them are approved; otherwise none.
   * Some may be leaving already: the release of the others could not be recorded then.
   */
  readyGroup(sampleId: string): string[] {
    const group = this.#groups.get(this.#groupOf.get(sampleId) ?? "");
    if (group === undefined || group.unanswered || group.members.length < group.size) return [];
    const phaseOf = (id: string): string | undefined => this.#samples.get(id)?.phase.kind;
    return group.members.every((id) => LEAVING.has(phaseOf(id) ?? ""))
      ? group.members.filter((id) => phaseOf(id) === "ready")
      : [];
  }

  /** Whether the questions that came beside the sample's group are answered. */
  questionsAnswered(sampleId: string, answered: boolean): void {
    const group = this.#groups.get(this.#groupOf.get(sampleId) ?? "");
    if (group !== undefined) group.unanswered = !answered;
  }

  /** Takes an ended sample out of memory. False when it is open or unknown. */
  dismiss(sampleId: string): boolean {
    if (this.#samples.get(sampleId)?.phase.kind !== "ended") return false;
    this.#ended.take(sampleId);
    this.#refused.take(sampleId);
    this.#remove(sampleId);
    return true;
  }

  #sampleEnded(sample: Sample): void {
    const { id, asker } = sample;
    this.#openCharacters -= this.#open.get(id) ?? 0;
    this.#open.delete(id);
    this.#countOpen(asker.serverId, -1);
    if (isReplied(sample)) this.#audience.sampleReplied?.(id);
    const shelf = isRefusedByDesk(sample) ? this.#refused : this.#ended;
    for (const oldest of shelf.put(id, charactersOf(sample))) {
      if (this.#isTypedFor(oldest)) continue;
      this.forgotten += 1;
      this.#remove(oldest, "old");
      this.#audience.deskChanged("count");
    }
  }

  #replaceLate(sample: Sample): void {
    if (running(sample).length > 0) {
      this.#late.set(sample.id, sample);
      return;
    }
    this.#late.delete(sample.id);
    this.#media.release(sample.id);
  }

  #countOpen(serverId: string, by: 1 | -1): void {
    const count = this.openOf(serverId) + by;
    if (count === 0) this.#openByServer.delete(serverId);
    else this.#openByServer.set(serverId, count);
  }

  #remove(sampleId: string, why?: "old"): void {
    const sample = this.#samples.get(sampleId);
    this.#samples.delete(sampleId);
    if (sample !== undefined && running(sample).length > 0) this.#late.set(sampleId, sample);
    else this.#media.release(sampleId);
    const groupId = this.#groupOf.get(sampleId);
    this.#groupOf.delete(sampleId);
    const group = groupId === undefined ? undefined : this.#groups.get(groupId);
    if (groupId !== undefined && group?.members.every((id) => !this.#samples.has(id))) {
      this.#groups.delete(groupId);
    }
    this.#audience.sampleRemoved(sampleId, why);
  }
}

/** Its answer has left: whatever else was typed for it has no further use. */
export const isReplied = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "replied";

const isRefusedByDesk = ({ phase }: Sample): boolean =>
  phase.kind === "ended" && phase.ending.kind === "refused" && phase.ending.by.kind === "desk";
