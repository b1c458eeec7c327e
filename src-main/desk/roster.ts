// The samples in memory: all that are open, and the latest that ended. Knows which belong together.
import type { Sample } from "../../src-shared/sampling/sample.ts";
import type { DeskAudience, MediaStore } from "./ports.ts";

/** Ended samples kept in memory for the screen; older ones are in the ledger, and the screen says so. */
export const ENDED_KEPT = 200;

interface Group {
  size: number;
  members: string[];
}

export class Roster {
  readonly #samples = new Map<string, Sample>();
  readonly #groups = new Map<string, Group>();
  readonly #groupOf = new Map<string, string>();
  readonly #media: MediaStore;
  readonly #audience: DeskAudience;
  /** Ids of ended samples, in the order in which they ended. */
  readonly #ended: string[] = [];
  forgotten = 0;

  constructor(media: MediaStore, audience: DeskAudience) {
    this.#media = media;
    this.#audience = audience;
  }

  all(): Sample[] {
    return [...this.#samples.values()];
  }
  open(): Sample[] {
    return this.all().filter((s) => s.phase.kind !== "ended");
  }
  get(sampleId: string): Sample | undefined {
    return this.#samples.get(sampleId);
  }

  /** Adds a new sample; one of a group makes itself known to its siblings. */
  add(sample: Sample, group: { groupId: string; groupSize: number } | null): void {
    this.#samples.set(sample.id, sample);
    if (group === null) return;
    const known = this.#groups.get(group.groupId) ?? { size: group.groupSize, members: [] };
    known.members.push(sample.id);
    this.#groups.set(group.groupId, known);
    this.#groupOf.set(sample.id, group.groupId);
    for (const id of known.members) {
      const member = this.#samples.get(id);
      if (member?.reply.kind !== "embedded") continue;
      this.replace({ ...member, reply: { ...member.reply, siblings: [...known.members] } });
    }
  }

  replace(sample: Sample): void {
    const before = this.#samples.get(sample.id);
    this.#samples.set(sample.id, sample);
    this.#audience.sampleChanged(sample.id);
    if (sample.phase.kind === "ended" && before?.phase.kind !== "ended")
      this.#sampleEnded(sample.id);
  }

  /** The members of the sample's group when all of them are approved; otherwise none. */
  readyGroup(sampleId: string): string[] {
    const group = this.#groups.get(this.#groupOf.get(sampleId) ?? "");
    if (group === undefined || group.members.length < group.size) return [];
    const ready = group.members.every((id) => this.#samples.get(id)?.phase.kind === "ready");
    return ready ? [...group.members] : [];
  }

  /** Takes an ended sample out of memory. False when it is open or unknown. */
  dismiss(sampleId: string): boolean {
    if (this.#samples.get(sampleId)?.phase.kind !== "ended") return false;
    this.#ended.splice(this.#ended.indexOf(sampleId), 1);
    this.#remove(sampleId);
    return true;
  }

  #sampleEnded(sampleId: string): void {
    this.#ended.push(sampleId);
    while (this.#ended.length > ENDED_KEPT) {
      const oldest = this.#ended.shift();
      if (oldest === undefined) break;
      this.forgotten += 1;
      this.#remove(oldest);
      this.#audience.deskChanged();
    }
  }

  #remove(sampleId: string): void {
    this.#samples.delete(sampleId);
    this.#media.release(sampleId);
    const groupId = this.#groupOf.get(sampleId);
    this.#groupOf.delete(sampleId);
    const group = groupId === undefined ? undefined : this.#groups.get(groupId);
    if (groupId !== undefined && group?.members.every((id) => !this.#samples.has(id))) {
      this.#groups.delete(groupId);
    }
    this.#audience.sampleRemoved(sampleId);
  }
}
