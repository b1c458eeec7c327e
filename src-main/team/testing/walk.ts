// Random walks of a team: desks that claim, edit, vote, crash, lose the network and return, several at the same time.
import fc from "fast-check";
import type pg from "pg";
import { vi } from "vitest";
import { fold } from "../../../src-shared/ledger/fold.ts";
import type { ReadRow } from "../../../src-shared/ledger/row.ts";
import type { TeamAppended, TeamOutcome, TeamStore } from "../../services/team/teamPorts.ts";
import { Member } from "./member.ts";
import { networkTo } from "./proxy.ts";
import type { Network } from "./proxy.ts";
import type { TestLogin, TestTeam } from "./team.ts";

const WHO = ["serve", "ana", "bo", "cy"] as const;
type Who = (typeof WHO)[number];

const who = fc.constantFrom(...WHO);
const which = fc.nat({ max: 3 });
const text = fc.option(fc.constantFrom("one", "two"));
const on = { who, which };

/** One thing that somebody does, or that happens. */
const commands = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("publish"), who, votes: fc.constantFrom(1, 2) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("claim"), ...on }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("approve"), ...on, text }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("propose"), ...on, text }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("vote"), ...on }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("answer"), ...on, text }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("perform"), ...on }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("reject"), ...on }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("end-lost"), ...on }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("expire"), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut"), who, silent: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("mend"), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("crash"), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("kill-backends"), who }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("mode"), to: fc.constantFrom("stopped", "running") }),
  },
);
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never;
/** Each batch happens at the same time. */
export const walks = fc.array(fc.array(commands, { minLength: 1, maxLength: 4 }), {
  minLength: 4,
  maxLength: 16,
});

interface Place {
  member: Member;
  network: Network;
}

export class Walk {
  readonly #team: TestTeam;
  readonly #owner: pg.Client;
  readonly #listens: boolean;
  readonly #places = new Map<Who, Place>();
  readonly #fences = new Map<string, number>();
  #abandoned: TeamStore[] = [];
  #olga: TeamStore | null = null;
  ids: string[] = [];
  /** Rows that a desk was told were appended. */
  told: TeamAppended[] = [];
  #count = 0;

  constructor(team: TestTeam, owner: pg.Client, listens: boolean) {
    this.#team = team;
    this.#owner = owner;
    this.#listens = listens;
  }

  async begin(): Promise<void> {
    this.#olga = await this.#team.desk("olga", { listens: this.#listens });
    for (const login of WHO) {
      const network = await networkTo(this.#team.server.port);
      this.#places.set(login, { network, member: await this.#connect(login, network) });
    }
  }

  async end(): Promise<void> {
    for (const { member, network } of this.#places.values()) {
      await member.store.close();
      await network.close();
    }
    await Promise.all(this.#abandoned.map((store) => store.close()));
  }

  async run(batches: readonly (readonly Command[])[]): Promise<void> {
    this.ids = [];
    this.told = [];
    for (const batch of batches) await Promise.all(batch.map((command) => this.#do(command)));
  }

  /** Everybody is back; what is still open is ended by whoever may. */
  async settle(): Promise<void> {
    await this.#olga?.setMode("running");
    for (const [login, place] of this.#places) {
      place.network.mend();
      await vi.waitFor(
        () => {
          if (place.member.store.connection().kind !== "online") throw new Error(login);
        },
        { timeout: 30_000, interval: 20 },
      );
    }
    for (const id of this.ids) {
      for (let tries = 0; tries < 20; tries += 1) {
        const read = await this.#at("ana").read(id);
        if (!read.ok || read.value.sample === null || read.value.sample.phase.kind === "ended")
          break;
        const { kind } = read.value.sample.phase;
        if (kind === "delivering") await this.#holderPerforms(id);
        else this.#note(await this.#at("ana").reject(id));
      }
    }
  }

  rowsOf(id: string): Promise<ReadRow[]> {
    return this.#at("ana")
      .store.rowsOf([id])
      .then((rows) => (rows.ok ? (rows.value.get(id) ?? []) : []));
  }

  async #holderPerforms(id: string): Promise<void> {
    for (const { member } of this.#places.values()) this.#note(await member.perform(id));
    // Its desk crashed: the others say so, once its time is up.
    await this.#owner.query(
      "UPDATE countersign.session SET seen_ms = 1 WHERE id = (SELECT holder FROM countersign.request WHERE id = $1)",
      [id],
    );
    this.#note(await this.#at("bo").endLost(id));
    await Promise.all([...this.#places.values()].map(({ member }) => member.store.refresh()));
  }

  #at(login: Who): Member {
    const place = this.#places.get(login);
    if (place === undefined) throw new Error(login);
    return place.member;
  }

  async #connect(login: Who & TestLogin, network: Network): Promise<Member> {
    const { server } = this.#team;
    const url = server.url(login).replace(`:${server.port}/`, `:${network.port}/`);
    const options = { address: { url }, listens: this.#listens };
    return new Member(await this.#team.desk(login, options), login);
  }

  #note(outcome: TeamOutcome<unknown>): void {
    if (outcome.ok && outcome.value !== null) this.told.push(outcome.value as TeamAppended);
  }

  async #do(command: Command): Promise<void> {
    const id = "which" in command ? this.ids[command.which as number] : undefined;
    const member = "who" in command ? this.#at(command.who as Who) : this.#at("ana");
    if ("which" in command && id === undefined) return;
    if (id !== undefined) return this.#onRequest(command, member, id);
    switch (command.kind) {
      case "publish": {
        this.#count += 1;
        const made = `w${this.#count}-${Math.random().toString(36).slice(2)}`;
        const votes = (command as { votes: 1 | 2 }).votes;
        const published = await member.publish(made, votes);
        // It may be there although nobody was told so.
        this.ids.push(made);
        return this.#note(published);
      }
      case "cut":
        return this.#places.get(member.login as Who)?.network.cut(false);
      case "mend":
        return this.#places.get(member.login as Who)?.network.mend();
      case "crash":
        return this.#crash(member.login as Who);
      case "kill-backends":
        await this.#owner.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1",
          [member.login],
        );
        return;
      case "mode":
        await this.#olga?.setMode((command as { to: "stopped" | "running" }).to);
    }
  }

  async #onRequest(command: Command, member: Member, id: string): Promise<void> {
    const edit = (command as { text?: string | null }).text ?? undefined;
    const fence = this.#fences.get(`${member.login} ${id}`);
    const how = {
      ...(edit === undefined ? {} : { text: edit }),
      ...(fence === undefined ? {} : { fence }),
    };
    switch (command.kind) {
      case "claim": {
        const lease = await member.store.claim(id);
        if (lease.ok) this.#fences.set(`${member.login} ${id}`, lease.value.fence);
        return;
      }
      case "approve":
        return this.#note(await member.approve(id, how));
      case "propose": {
        const request = await member.approve(id, { ...how, proposes: true });
        this.#note(request);
        if (request.ok && request.value !== null) return;
        return this.#note(await member.answer(id, { ...how, proposes: true }));
      }
      case "vote": {
        const proposed = await member.store.proposed(id);
        if (!proposed.ok || proposed.value === null) return;
        return this.#note(await member.store.vote(id, proposed.value.hash));
      }
      case "answer":
        return this.#note(await member.answer(id, how));
      case "perform":
        return this.#note(await member.perform(id));
      case "reject":
        return this.#note(await member.reject(id));
      case "end-lost":
        return this.#note(await member.endLost(id));
      case "expire":
        await this.#owner.query("UPDATE countersign.request SET lease_until_ms = 1 WHERE id = $1", [
          id,
        ]);
    }
  }

  /** Without a word, and a new desk of the same login in its place. */
  async #crash(login: Who): Promise<void> {
    const place = this.#places.get(login);
    if (place === undefined) return;
    this.#abandoned.push(place.member.store);
    const network = await networkTo(this.#team.server.port);
    place.network.cut();
    this.#places.set(login, { network, member: await this.#connect(login, network) });
  }
}

const ENDS: ReadonlySet<string> = new Set(["rejected", "refused", "cancelled"]);
const ARRIVALS: ReadonlySet<string> = new Set(["delivered", "delivery-failed", "delivery-unknown"]);

/** What is wrong with the rows of a request; empty when they are as they must be. */
export function faultsOf(rows: readonly ReadRow[], holder: string, votesNeeded: number): string[] {
  const folded = fold(rows);
  const faults: string[] = [];
  if (folded === null) return rows.length === 0 ? [] : ["does not fold"];
  if (folded.odd.length > 0) faults.push(`odd rows: ${folded.odd.join(" ")}`);
  if (folded.sample.phase.kind !== "ended") faults.push(`still ${folded.sample.phase.kind}`);
  const ends = rows.filter(({ kind }) => ENDS.has(kind)).length;
  const arrivals = rows.filter(({ kind }) => ARRIVALS.has(kind)).length;
  if (ends > 1 || arrivals > 1 || ends + arrivals === 0)
    faults.push(`${ends} and ${arrivals} endings`);
  if (votesNeeded < 2) return faults;
  let voters: string[] | null = null;
  for (const { kind, body } of rows) {
    const login = (body["by"] as { login?: string } | undefined)?.login ?? "";
    if (kind === "proposed") voters = login === holder ? [] : [login];
    else if (kind === "voted") voters?.push(login);
    else if (kind.endsWith("-approved")) {
      const distinct = new Set(voters);
      if (distinct.size < 2 || distinct.size !== voters?.length || distinct.has(holder)) {
        faults.push(`approved by ${String(voters)}, received by ${holder}`);
      }
      voters = null;
    } else voters = null;
  }
  return faults;
}
