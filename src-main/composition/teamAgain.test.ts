// A person who pauses, and a desk that joins its team again, on a real PostgreSQL.
import { expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import { networkTo } from "../team/testing/proxy.ts";
import { approve, database, desk, setPolicy, useTeam } from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

it("lets an edit be approved after a pause, unless somebody else edits by then", async () => {
  const [ana, bo, owner] = [await desk("ana"), await desk("bo"), await database.sql("postgres")];
  const [id, other] = [ana.ask(), ana.ask()];
  await bo.sees(other, "request");
  for (const one of [id, other]) expect(await bo.team.requests.claim(one)).toEqual(ok(null));
  // The minute is over.
  await owner.query("UPDATE countersign.request SET lease_until_ms = 1");
  expect(await approve(bo, id, "Edited")).toEqual(ok(null));
  expect(await ana.team.requests.claim(other)).toEqual(ok(null));
  expect(await approve(bo, other, "Edited")).toMatchObject({ failure: { why: "leased" } });
  await ana.team.requests.release(other);
  expect(await approve(bo, other, "Edited")).toEqual(ok(null));
  await owner.end();
});

const joinAgain = async (at: TestDesk, url: string) => {
  const settings = { url, label: "Another name", authorities: null, allowPlain: false };
  expect(await at.team.join(settings, null)).toEqual(ok(null));
  await vi.waitFor(() => expect(at.team.view().state?.kind).toBe("online"));
};

it("holds its requests on under another name, and decides them", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const [id, own] = [ana.ask(), ana.ask()];
  await bo.sees(own, "request");
  await joinAgain(ana, database.server.url("ana"));
  expect(bo.team.view().requests[id]).toMatchObject({ holder: "ana", isHolderAlive: true });
  expect(await approve(bo, id)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  expect(await ana.decide(own, { kind: "reject", tellServer: true })).toEqual(ok(null));
  expect(ana.server.heard).toHaveLength(1);
});

it("keeps its requests to itself when it joins another team", async () => {
  const [ana, bo] = [await desk("ana"), await desk("bo")];
  const network = await networkTo(database.server.port);
  const [id, theirs] = [ana.ask(), bo.ask()];
  await ana.sees(theirs, "request");
  await bo.sees(id, "request");
  // Another address is another team.
  const { port } = database.server;
  await joinAgain(ana, database.server.url("ana").replace(`:${port}/`, `:${network.port}/`));
  expect(ana.team.requests.isTeams(id)).toBe(false);
  expect(ana.desk.request(id)?.phase.kind).toBe("request");
  await vi.waitFor(async () => {
    await bo.team.requests.endLost();
    expect(bo.desk.request(id)?.phase.kind).toBe("ended");
  });
  await ana.team.close();
  await network.close();
});

it("takes no rules of its team along to another", async () => {
  const [ana, olga] = [await desk("ana"), await desk("olga")];
  const rule = { id: "r", name: "r", gate: "request", decide: "allow" };
  const known = () => ana.team.rulesFor("new", true)?.rules;
  const network = await networkTo(database.server.port);
  const elsewhere = { label: "ana", authorities: null, allowPlain: false };
  const url = database.server.url("ana");
  const other = url.replace(`:${database.server.port}/`, `:${network.port}/`);
  await setPolicy(olga, { rules: [ruleSchema.parse(rule)] });
  await vi.waitFor(() => expect(known()).toHaveLength(1));
  // Nothing is known of the other team yet, or ever, if its policy was never set.
  network.cut();
  expect(await ana.team.join({ ...elsewhere, url: other }, null)).toEqual(ok(null));
  expect(known()).toEqual([]);
  expect(await ana.team.join({ ...elsewhere, url }, null)).toEqual(ok(null));
  await vi.waitFor(() => expect(known()).toHaveLength(1));
  expect(await ana.team.leave()).toEqual(ok(null));
  expect(await ana.team.join({ ...elsewhere, url: other }, null)).toEqual(ok(null));
  expect(known()).toEqual([]);
  await ana.team.close();
  await network.close();
  await setPolicy(olga, {});
});
