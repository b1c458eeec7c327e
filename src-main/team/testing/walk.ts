// Random walks of a team: desks that claim, edit, vote, crash, lose the network and return, several at the same time.
import fc from "fast-check";
import type pg from "pg";
import { vi } from "vitest";
import { fold } from "#shared/ledger/fold.ts";
import type { ReadRow } from "#shared/ledger/row.ts";
import type { TeamOutcome } from "../address.ts";
import type { TeamAppended, TeamStore } from "../store.ts";
import { Member } from "./member.ts";
import { networkTo } from "./proxy.ts";
import type { Network } from "./proxy.ts";
import type { TestLogin, TestTeam } from "./team.ts";

const WHO = ["serve", "ana", "bo", "cy"] as const;
type Who = (typeof WHO)[number];
const START: readonly [Who, 1 | 2][] = [
  ["serve", 1],
  ["serve", 2],
  ["ana", 2],
];

const who = fc.constantFrom(...WHO);
const which = fc.nat({ max: 2 });
const votes = fc.constantFrom(1 as const, 2 as const);
const to = fc.constantFrom("stopped" as const, "running" as const, "running" as const);
const text = fc.option(fc.constantFrom("one", "two"), { freq: 1 });
const on = { who, which };
const kind = <K extends string>(name: K) => fc.constant<K>(name);

/** One thing that somebody does, or that happens; the last few are rare. */
const commands = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kind("publish"), who, votes }) },
  { weight: 6, arbitrary: fc.record({ kind: kind("claim"), ...on }) },
  { weight: 30, arbitrary: fc.record({ kind: kind("decide"), ...on, text, bold: fc.nat(9) }) },
  { weight: 30, arbitrary: fc.record({ kind: kind("vote"), ...on }) },
  { weight: 20, arbitrary: fc.record({ kind: kind("perform"), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("reject"), ...on }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("end-lost"), ...on }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("expire"), which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("cut"), who }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("mend"), who }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("crash"), who }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("kill-backends"), who }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("mode"), to }) },
);
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never;
type OnRequest = Extract<Command, { which: number }>;
/** Each batch happens at the same time. Starts with a request that one may approve, and two that two have to. */
export const walks = fc.array(fc.array(commands, { minLength: 1, maxLength: 5 }), {
  minLength: 10,
  maxLength: 40,
  size: "max",
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
  readonly #abandoned: TeamStore[] = [];
  readonly #cut = new Set<Who>();
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
    for (const [login, needed] of START) await this.#publish(this.#at(login), needed);
    for (const batch of batches) {
      await Promise.all(batch.map((command) => this.#do(command)));
      await this.#reconnected();
    }
  }

  /** Whoever has a network is waited for: a walk of desks that are offline shows nothing. */
  async #reconnected(): Promise<void> {
    for (const [login, { member }] of this.#places) {
      if (this.#cut.has(login)) continue;
      await vi.waitFor(
        () => {
          if (member.store.connection().kind !== "online") throw new Error(login);
        },
        { timeout: 30_000, interval: 20 },
      );
    }
  }

  /** Everybody is back; what is still open is ended by whoever may. */
  async settle(): Promise<void> {
    await this.#olga?.setMode("running");
    for (const { network } of this.#places.values()) network.fix();
    this.#cut.clear();
    await this.#reconnected();
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
    if ("which" in command) {
      // The latest ones: what came first has mostly ended.
      const id = this.ids.at(-1 - command.which);
      return id === undefined ? undefined : this.#onRequest(command, id);
    }
    switch (command.kind) {
      case "publish":
        return this.#publish(this.#at(command.who), command.votes);
      case "cut":
        this.#cut.add(command.who);
        return this.#places.get(command.who)?.network.cut();
      case "mend":
        this.#cut.delete(command.who);
        return this.#places.get(command.who)?.network.fix();
      case "crash":
        return this.#crash(command.who);
      case "kill-backends":
        await this.#owner.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1",
          [command.who],
        );
        return;
      case "mode":
        await this.#olga?.setMode(command.to);
    }
  }

  async #publish(member: Member, votesNeeded: 1 | 2): Promise<void> {
    this.#count += 1;
    const id = `w${this.#count}`;
    const published = await member.publish(id, votesNeeded);
    // It may be there although nobody was told so.
    this.ids.push(id);
    this.#note(published);
  }

  async #onRequest(command: OnRequest, id: string): Promise<void> {
    if (command.kind === "expire") {
      const expire = "UPDATE countersign.request SET lease_until_ms = 1 WHERE id = $1";
      await this.#owner.query(expire, [id]);
      return;
    }
    if (command.kind === "perform") {
      for (const { member } of this.#places.values()) this.#note(await member.perform(id));
      return;
    }
    const member = this.#at(command.who);
    const fence = this.#fences.get(`${member.login} ${id}`);
    const edit = "text" in command ? command.text : null;
    const how = {
      ...(edit === null ? {} : { text: edit }),
      ...(fence === undefined ? {} : { fence }),
    };
    switch (command.kind) {
      case "claim": {
        const lease = await member.store.claim(id);
        if (lease.ok) this.#fences.set(`${member.login} ${id}`, lease.value.fence);
        return;
      }
      case "decide": {
        // Mostly as the number of votes asks for; at times the other way, which the database has to refuse.
        const needed = member.store.requests().get(id)?.votesNeeded === 2;
        const proposes = command.bold === 0 ? !needed : needed;
        const request = await member.approve(id, { ...how, proposes });
        this.#note(request);
        if (request.ok && request.value !== null) return;
        return this.#note(await member.answer(id, { ...how, proposes }));
      }
      case "vote": {
        const proposed = await member.store.proposed(id);
        if (!proposed.ok || proposed.value === null) return;
        return this.#note(await member.store.vote(id, proposed.value.hash));
      }
      case "reject":
        return this.#note(await member.reject(id));
      case "end-lost":
        return this.#note(await member.endLost(id));
    }
  }

  /** Without a word, and a new desk of the same login in its place. */
  async #crash(login: Who): Promise<void> {
    const place = this.#places.get(login);
    if (place === undefined) return;
    this.#abandoned.push(place.member.store);
    this.#cut.delete(login);
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
  if (folded.request.phase.kind !== "ended") faults.push(`still ${folded.request.phase.kind}`);
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
