// The desks of one team on a real PostgreSQL, for tests of its store. The long run repeats these (vitest.config.mts).
import { afterAll, beforeAll, inject } from "vitest";
import type pg from "pg";
import type { TeamStore } from "../../services/team/teamPorts.ts";
import { Member, toldBy } from "./member.ts";
import { testTeam } from "./team.ts";
import type { TestTeam } from "./team.ts";

export let team: TestTeam;
export let owner: pg.Client;
export let serve: Member;
export let ana: Member;
export let bo: Member;
export let cy: Member;
export let olga: TeamStore;

/** Without notifications, what others did is seen after five seconds at most. */
export const SOON = { timeout: 10_000 };

/** One server for all tests of a file. */
export function useMembers(): void {
  beforeAll(async () => {
    team = await testTeam(inject("team"));
    await connectOwner();
    const member = async (login: "serve" | "ana" | "bo" | "cy") =>
      new Member(await team.desk(login), login);
    [serve, ana, bo, cy] = (await Promise.all([
      ...[member("serve"), member("ana"), member("bo"), member("cy")],
    ] as const)) as [Member, Member, Member, Member];
    olga = await team.desk("olga");
  });
  afterAll(async () => {
    await owner.end();
    await team.end();
  });
}

export async function connectOwner(): Promise<void> {
  owner = await team.sql("postgres");
}

let count = 0;
/** A new request, held by `serve`. */
export async function held(votes: 1 | 2 = 1, holder = serve): Promise<string> {
  count += 1;
  const id = `r${count}`;
  if (!(await holder.publish(id, votes)).ok) throw new Error(`not published: ${id}`);
  return id;
}

export async function fenceOf(member: Member, id: string): Promise<number> {
  const lease = await member.store.claim(id);
  if (!lease.ok) throw new Error(toldBy(lease));
  return lease.value.fence;
}

export async function kindsOf(id: string): Promise<string[]> {
  const read = await ana.read(id);
  return read.ok ? read.value.rows.map(({ kind }) => kind) : [];
}
