// The desks of one team on a real PostgreSQL, for tests of its store. The long run repeats these (vitest.config.mts).
import { afterAll, beforeAll, expect, inject, vi } from "vitest";
import type pg from "pg";
import type { TeamStore } from "../store.ts";
import { Member } from "./member.ts";
import { testTeam } from "./team.ts";
import type { TestTeam } from "./team.ts";

export let team: TestTeam;
export let owner: pg.Client;
export let serve: Member;
export let ana: Member;
export let bo: Member;
export let cy: Member;
export let olga: TeamStore;

/** One server for all tests of a file. */
export function useMembers(): void {
  beforeAll(async () => {
    team = await testTeam(inject("team"));
    await connectOwner();
    const member = async (login: "serve" | "ana" | "bo" | "cy") =>
      new Member(await team.desk(login), login);
    [serve, ana, bo, cy] = (await Promise.all([
      member("serve"),
      member("ana"),
      member("bo"),
      member("cy"),
    ] as const)) as [Member, Member, Member, Member];
    olga = await team.desk("olga");
  });
  afterAll(async () => {
    await owner.end();
    await team.end();
  });
}

async function connectOwner(): Promise<void> {
  owner = await team.sql("postgres");
}

/** The database has been killed and started, and all desks are back. */
export async function restarted(): Promise<void> {
  await owner.query("CHECKPOINT");
  await team.server.kill();
  await team.server.start();
  await connectOwner();
  const stores = [serve.store, ana.store, bo.store, cy.store, olga];
  await vi.waitFor(
    () => expect(stores.map((store) => store.connection().kind)).not.toContain("offline"),
    { timeout: 20_000 },
  );
}

let count = 0;
/** A new request, held by `serve`. */
export async function held(votes: 1 | 2 = 1, holder = serve): Promise<string> {
  count += 1;
  const id = `r${count}`;
  if (!(await holder.publish(id, votes)).ok) throw new Error(`not published: ${id}`);
  return id;
}
