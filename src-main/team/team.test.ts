// The team's store on a real PostgreSQL: one server for all of these tests. The long run repeats them (vitest.config.mts).
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type pg from "pg";
import type { TeamStore } from "../services/team/teamPorts.ts";
import { ledgerContract } from "../services/team/ledgerContract.ts";
import type { ContractStore } from "../services/team/ledgerContract.ts";
import { verifyCommand } from "../workers/verify.ts";
import { byPython, verifyTeam } from "./testing/checks.ts";
import { FORBIDDEN } from "./testing/forbidden.ts";
import { Member, receivedRow, asks, toldBy } from "./testing/member.ts";
import { networkTo } from "./testing/proxy.ts";
import type { Network } from "./testing/proxy.ts";
import { QUIET, testTeam } from "./testing/team.ts";
import type { TestTeam } from "./testing/team.ts";

let team: TestTeam;
let owner: pg.Client;
let serve: Member;
let ana: Member;
let bo: Member;
let cy: Member;
let olga: TeamStore;

beforeAll(async () => {
  team = await testTeam(inject("team"));
  owner = await team.sql("postgres");
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

/** Without notifications, what others did is seen after five seconds at most. */
const SOON = { timeout: 10_000 };

let count = 0;
/** A new request, held by `serve`. */
async function held(votes: 1 | 2 = 1, holder = serve): Promise<string> {
  count += 1;
  const id = `r${count}`;
  expect(toldBy(await holder.publish(id, votes))).toBe("ok");
  return id;
}

async function fenceOf(member: Member, id: string): Promise<number> {
  const lease = await member.store.claim(id);
  if (!lease.ok) throw new Error(toldBy(lease));
  return lease.value.fence;
}

async function kindsOf(id: string): Promise<string[]> {
  const read = await ana.read(id);
  return read.ok ? read.value.rows.map(({ kind }) => kind) : [];
}

describe("the contract of a ledger's store", () => {
  const contract: ContractStore = {
    broken: { kind: "no-such-kind", body: {} },
    async append(id, rows) {
      const before = await contract.rowsOf(id);
      const all = rows.map(({ kind, body }) => ({ kind, body }));
      if (before.length === 0) {
        const request = { id, phase: "request", summary: {}, votesNeeded: 1 } as const;
        return (await serve.store.publish({ ...request, rows: all })).ok;
      }
      return (await serve.store.append(id, { revision: before.length, phase: "request" }, all)).ok;
    },
    async rowsOf(id) {
      const rows = await serve.store.rowsOf([id]);
      return rows.ok ? (rows.value.get(id) ?? []) : [];
    },
    async open() {
      await ana.store.refresh();
      return [...ana.store.requests().values()]
        .filter(({ phase }) => phase !== "ended")
        .map(({ id }) => id);
    },
    forget: async (id) => (await olga.forget(id, "user")).ok,
    async reopen() {
      await owner.query("CHECKPOINT");
      await team.server.kill();
      await team.server.start();
      owner = await team.sql("postgres");
      const stores = [serve.store, ana.store, bo.store, cy.store, olga];
      await vi.waitFor(
        () => expect(stores.map((store) => store.connection().kind)).not.toContain("offline"),
        { timeout: 20_000 },
      );
    },
    verify: () => verifyTeam(team.server.url("aud")),
    async alter(id) {
      const { rows } = await owner.query(
        "SELECT seq, facts FROM countersign.event WHERE sample = $1",
        [id],
      );
      const { seq, facts } = rows[0];
      const put = (text: string) =>
        owner.query("UPDATE countersign.event SET facts = $1 WHERE seq = $2", [text, seq]);
      await put(String(facts).replace("weather", "whether"));
      return { seq: Number(seq), undo: async () => void (await put(facts)) };
    },
  };
  ledgerContract(() => contract);
});

describe("a request of the team", () => {
  it("appears at another desk, and ends at both, with rows that fold to what was done", async () => {
    const seen = vi.fn<(ids: readonly string[]) => void>();
    const store = await team.desk("bo", { listener: { ...QUIET, requestsChanged: seen } });
    const id = await held();
    await vi.waitFor(() => expect(store.requests().get(id)?.phase).toBe("request"), SOON);
    expect(seen.mock.calls.flat(2)).toContain(id);
    expect(toldBy(await ana.approve(id))).toBe("ok");
    expect(toldBy(await serve.perform(id))).toBe("ok");
    expect(toldBy(await ana.answer(id))).toBe("ok");
    expect(toldBy(await serve.perform(id))).toBe("ok");
    await vi.waitFor(() => expect(store.requests().get(id)?.phase).toBe("ended"), SOON);
    const read = await bo.read(id);
    expect(read.ok && read.value.sample).toMatchObject({
      phase: { ending: { kind: "replied", by: { kind: "person", login: "ana" } } },
      attempts: [{ by: { kind: "person", login: "ana" }, edited: false }],
    });
    await store.close();
  });

  it("is decided once: the second of two desks is told that it read older rows", async () => {
    const id = await held();
    const told = await Promise.all([ana.reject(id), bo.approve(id)]);
    // One that reads after the other has ended it finds nothing to do.
    expect(told.filter((one) => one.ok && one.value !== null)).toHaveLength(1);
    const late = told.filter((one) => !one.ok).map(toldBy);
    expect(late.filter((why) => why !== "stale" && why !== "ended")).toEqual([]);
  });

  it("takes no row of a desk's effects from another desk, and nobody's word for somebody else", async () => {
    const id = await held();
    const base = { revision: 1, phase: "request" } as const;
    const by = (login: string) => ({ kind: "person", login });
    const append = (kind: string, body: object) =>
      ana.store.append(id, base, [{ kind, body: body as never }]);
    const done = { by: { kind: "model" }, attemptId: "1" };
    expect(toldBy(await append("attempt-done", done))).toBe("not-holder");
    expect(toldBy(await append("delivered", { by: { kind: "desk" } }))).toBe("not-holder");
    expect(toldBy(await append("rejected", { by: by("bo") }))).toBe("malformed");
    expect(toldBy(await append("rejected", { by: { kind: "rule" } }))).toBe("malformed");
    expect(toldBy(await append("ledger-begun", { by: by("ana") }))).toBe("malformed");
    // Not even the holder sends what nobody approved.
    expect(
      toldBy(
        await serve.store.append(id, base, [{ kind: "delivered", body: { by: { kind: "desk" } } }]),
      ),
    ).toBe("malformed");
    expect(await kindsOf(id)).toEqual(["received"]);
  });

  it("is published once, and only with its first row", async () => {
    const id = await held();
    expect(toldBy(await ana.publish(id))).toBe("known");
    const rows = [{ kind: "rejected", body: { by: { kind: "desk" } } }];
    const request = { id: "x", rows, phase: "request", summary: {}, votesNeeded: 1 } as const;
    expect(toldBy(await ana.store.publish(request))).toBe("malformed");
  });
});

describe("a lease", () => {
  it("is one desk's; an edit needs it, approving as it is does not", async () => {
    const id = await held();
    const fence = await fenceOf(ana, id);
    expect(toldBy(await bo.store.claim(id))).toBe("leased");
    expect(toldBy(await bo.approve(id))).toBe("leased");
    expect(toldBy(await ana.approve(id, { text: "edited" }))).toBe("lease-lost");
    expect(toldBy(await ana.approve(id, { text: "edited", fence }))).toBe("ok");
    const other = await held();
    expect(toldBy(await bo.approve(other))).toBe("ok");
  });

  it("does not keep anybody from rejecting", async () => {
    const id = await held();
    await fenceOf(ana, id);
    expect(toldBy(await bo.reject(id))).toBe("ok");
  });

  it("runs out by the database's clock, and a late edit under it is refused", async () => {
    const id = await held();
    const late = await fenceOf(ana, id);
    await owner.query("UPDATE countersign.request SET lease_until_ms = 1 WHERE id = $1", [id]);
    expect(toldBy(await ana.approve(id, { text: "late", fence: late }))).toBe("lease-lost");
    const fence = await fenceOf(bo, id);
    expect(fence).toBeGreaterThan(late);
    expect(toldBy(await ana.approve(id, { text: "late", fence: late }))).toBe("leased");
    expect(toldBy(await bo.approve(id, { text: "in time", fence }))).toBe("ok");
  });

  it("is renewed with the same fence, given back, and shown to the others", async () => {
    const id = await held();
    const fence = await fenceOf(ana, id);
    expect(await fenceOf(ana, id)).toBe(fence);
    await bo.store.refresh();
    expect(bo.store.requests().get(id)?.lease).toMatchObject({ login: "ana", fence });
    expect(toldBy(await ana.store.release(id, fence))).toBe("ok");
    await bo.store.refresh();
    expect(bo.store.requests().get(id)?.lease).toBeNull();
    expect(await fenceOf(bo, id)).toBe(fence + 1);
  });

  it("is not needed to have a request open, which the others see", async () => {
    const id = await held();
    await cy.store.look([id]);
    await bo.store.refresh();
    expect(bo.store.requests().get(id)?.present).toMatchObject([{ login: "cy" }]);
    await cy.store.look([]);
    await bo.store.refresh();
    expect(bo.store.requests().get(id)?.present).toEqual([]);
  });
});

describe("two people", () => {
  const proposalOf = async (id: string): Promise<string> => {
    const proposed = await ana.store.proposed(id);
    return proposed.ok ? (proposed.value?.hash ?? "") : "";
  };

  it("approve the same bytes, in the transaction of the second vote", async () => {
    const id = await held(2);
    expect(toldBy(await ana.approve(id))).toBe("needs-votes");
    expect(toldBy(await ana.approve(id, { proposes: true }))).toBe("ok");
    const hash = await proposalOf(id);
    const proposed = await bo.store.proposed(id);
    expect(proposed).toMatchObject({
      value: {
        by: "ana",
        votes: ["ana"],
        rows: [{ kind: "request-approved", body: { document: asks(`May I have ${id}?`) } }],
      },
    });
    expect(toldBy(await ana.store.vote(id, hash))).toBe("already-voted");
    expect(await bo.store.vote(id, hash)).toMatchObject({ value: { approved: true } });
    expect(await kindsOf(id)).toEqual(["received", "proposed", "voted", "request-approved"]);
    expect(toldBy(await serve.perform(id))).toBe("ok");
    // The response needs two as well.
    expect(toldBy(await ana.answer(id))).toBe("needs-votes");
    expect(toldBy(await cy.answer(id, { proposes: true }))).toBe("ok");
    expect(toldBy(await ana.store.vote(id, await proposalOf(id)))).toBe("ok");
    expect(toldBy(await serve.perform(id))).toBe("ok");
    const read = await ana.read(id);
    expect(read.ok && read.value.sample?.phase).toMatchObject({ ending: { kind: "replied" } });
  });

  it("approve that a tool call runs before its result is reviewed, as they approve a generation", async () => {
    const by = { kind: "person", login: "ana" };
    const runs = [{ kind: "run-approved", body: { by, attemptId: "a", edited: false } }];
    const base = { revision: 1, phase: "response" as const };
    const id = await held(2);
    expect(toldBy(await ana.store.append(id, base, runs))).toBe("needs-votes");
    expect(toldBy(await ana.store.propose(id, base, runs))).toBe("ok");
    expect(await bo.store.vote(id, await proposalOf(id))).toMatchObject({
      value: { approved: true },
    });
    const edits = [{ kind: "run-approved", body: { by, attemptId: "a", edited: true } }];
    const one = await held();
    expect(toldBy(await ana.store.append(one, base, edits))).toBe("lease-lost");
    expect(toldBy(await ana.store.append(one, base, runs))).toBe("ok");
  });

  it("do not include the login whose desk received it, not even with another desk", async () => {
    const id = await held(2, ana);
    expect(toldBy(await ana.approve(id, { proposes: true }))).toBe("ok");
    const hash = await proposalOf(id);
    const again = new Member(await team.desk("ana"), "ana");
    expect(toldBy(await again.store.vote(id, hash))).toBe("own-request");
    expect(await bo.store.vote(id, hash)).toMatchObject({ value: { approved: false } });
    expect(await cy.store.vote(id, hash)).toMatchObject({ value: { approved: true } });
  });

  it("vote anew after an edit, which needs a lease", async () => {
    const id = await held(2);
    await ana.approve(id, { proposes: true });
    const first = await proposalOf(id);
    expect(toldBy(await bo.approve(id, { proposes: true, text: "other" }))).toBe("lease-lost");
    const fence = await fenceOf(bo, id);
    expect(toldBy(await bo.approve(id, { proposes: true, text: "other", fence }))).toBe("ok");
    expect(toldBy(await cy.store.vote(id, first))).toBe("vote-stale");
    await cy.store.refresh();
    expect(cy.store.requests().get(id)?.proposal).toMatchObject({ by: "bo", votes: ["bo"] });
    expect(toldBy(await ana.store.vote(id, await proposalOf(id)))).toBe("ok");
    const read = await ana.read(id);
    expect(read.ok && read.value.sample?.attempts[0]).toMatchObject({
      document: asks("other"),
      edited: true,
    });
  });

  it("vote anew after anything else that happened to the request; rejecting takes one", async () => {
    const id = await held(2);
    await ana.approve(id, { proposes: true });
    const hash = await proposalOf(id);
    const found = {
      kind: "inspected",
      body: { by: { kind: "desk" }, gate: "request", findings: [] },
    };
    expect(toldBy(await serve.store.append(id, { revision: 2, phase: "request" }, [found]))).toBe(
      "ok",
    );
    expect(toldBy(await bo.store.vote(id, hash))).toBe("vote-stale");
    expect(toldBy(await bo.reject(id))).toBe("ok");
  });
});

describe("a desk that is gone", () => {
  let network: Network;
  let gone: Member;
  const online = (): Promise<void> =>
    vi.waitFor(() => expect(gone.store.connection().kind).toBe("online"), { timeout: 20_000 });
  beforeAll(async () => {
    network = await networkTo(team.server.port);
    const url = team.server.url("cy").replace(`${team.server.port}`, `${network.port}`);
    gone = new Member(await team.desk("cy", { address: { url } }), "cy");
  });
  afterAll(() => network.close());

  /** Cuts its network; the time without a heartbeat passes. */
  async function lose(): Promise<void> {
    network.cut();
    await vi.waitFor(() => expect(gone.store.connection().kind).toBe("offline"));
    await owner.query("UPDATE countersign.session SET seen_ms = 1 WHERE login = 'cy'");
  }

  it("leaves its requests to end as undeliverable, once, and comes back too late", async () => {
    const id = await held(1, gone);
    expect(toldBy(await ana.endLost(id))).toBe("holder-alive");
    await lose();
    expect(toldBy(await gone.publish("offline"))).toBe("team-offline");
    await ana.store.refresh();
    expect(ana.store.requests().get(id)?.holder).toMatchObject({ login: "cy", isAlive: false });
    const told = await Promise.all([ana.endLost(id), bo.endLost(id)]);
    expect(told.filter((one) => one.ok && one.value !== null)).toHaveLength(1);
    const read = await bo.read(id);
    expect(read.ok && read.value.sample?.phase).toMatchObject({
      ending: { kind: "cancelled", because: { kind: "holder-lost" } },
    });
    network.mend();
    await online();
    expect(gone.store.requests().get(id)?.phase).toBe("ended");
    const late = { kind: "inspected", body: { by: { kind: "desk" } } };
    expect(toldBy(await gone.store.append(id, { revision: 1, phase: "request" }, [late]))).toBe(
      "ended",
    );
  });

  it("leaves what was on its way as unknown, and its generation as failed", async () => {
    const [id, other] = [await held(1, gone), await held(1, gone)];
    await ana.approve(id);
    await ana.approve(other);
    await gone.perform(other);
    await ana.answer(other);
    await lose();
    expect(toldBy(await bo.endLost(id))).toBe("ok");
    expect(await kindsOf(id)).toEqual([
      ...["received", "request-approved", "cancelled", "attempt-failed"],
    ]);
    expect(toldBy(await bo.endLost(other))).toBe("ok");
    const read = await bo.read(other);
    expect(read.ok && read.value.sample?.phase).toMatchObject({ ending: { kind: "unknown" } });
    network.mend();
    await online();
  });

  it("gives back its leases and presence when it leaves by itself", async () => {
    const id = await held();
    const leaving = new Member(await team.desk("cy"), "cy");
    await leaving.store.look([id]);
    await fenceOf(leaving, id);
    await leaving.store.close();
    await ana.store.refresh();
    expect(ana.store.requests().get(id)).toMatchObject({ lease: null, present: [] });
  });
});

describe("operators", () => {
  it("stop the team: nothing is sent or voted on anywhere, rejecting works, and all see who did it", async () => {
    const changed = vi.fn<() => void>();
    const store = await team.desk("bo", { listener: { ...QUIET, modeChanged: changed } });
    const [one, two] = [await held(), await held(2)];
    await ana.approve(two, { proposes: true });
    const proposed = await ana.store.proposed(two);
    const hash = proposed.ok ? (proposed.value?.hash ?? "") : "";
    expect(toldBy(await olga.setMode("stopped"))).toBe("ok");
    await vi.waitFor(
      () => expect(store.mode()).toMatchObject({ kind: "stopped", by: "olga" }),
      SOON,
    );
    expect(changed).toHaveBeenCalledOnce();
    expect(toldBy(await ana.approve(one))).toBe("stopped");
    const by = { kind: "person", login: "ana" };
    const runs = [{ kind: "run-approved", body: { by, attemptId: "a", edited: false } }];
    expect(toldBy(await ana.store.append(one, { revision: 1, phase: "response" }, runs))).toBe(
      "stopped",
    );
    expect(toldBy(await bo.store.vote(two, hash))).toBe("stopped");
    expect(toldBy(await bo.approve(two, { proposes: true }))).toBe("stopped");
    expect(toldBy(await bo.reject(two))).toBe("ok");
    expect(toldBy(await olga.setMode("running"))).toBe("ok");
    expect(toldBy(await ana.approve(one))).toBe("ok");
    await store.close();
  });

  it("set rules and budgets for all desks, on the version that they read", async () => {
    await olga.refresh();
    const { version } = olga.policy();
    const rule = {
      id: "r",
      name: "No",
      on: true,
      gate: "request",
      when: "",
      decide: "refuse",
      holds: { kind: "always" },
    } as const;
    const policy = { rules: [rule], twoPeople: ["server:bank"], budgets: [] };
    expect(toldBy(await olga.setPolicy(policy, version))).toBe("ok");
    expect(toldBy(await olga.setPolicy(policy, version))).toBe("stale");
    await vi.waitFor(
      () => expect(bo.store.policy()).toEqual({ policy, version: version + 1 }),
      SOON,
    );
  });

  it("limit what generations use, counted once under any number of approvals at the same time", async () => {
    await olga.refresh();
    const budgets = [{ unit: "tokens", window: "hour", most: 1000 }] as const;
    await olga.setPolicy(
      { rules: [], twoPeople: [], budgets: [...budgets] },
      olga.policy().version,
    );
    const ids = await Promise.all(Array.from({ length: 8 }, () => held()));
    const approve = (id: string, member: Member, tokens: number) =>
      member.decide(
        id,
        ({ askedHash, proposed }, by) =>
          proposed === null
            ? null
            : [
                {
                  kind: "request-approved",
                  atMs: 0,
                  by,
                  attemptId: id,
                  base: { revision: 0, hash: askedHash },
                  document: proposed,
                  documentHash: askedHash,
                  model: { providerId: "p", modelId: "m" },
                },
              ],
        { reserve: { attemptId: id, tokens, usd: null } },
      );
    const told = await Promise.all(ids.map((id, at) => approve(id, at % 2 === 0 ? ana : bo, 300)));
    expect(told.map(toldBy).sort()).toEqual([
      ...Array(3).fill("ok"),
      ...Array(5).fill("over-budget"),
    ]);
    const refused = told.find(({ ok: done }) => !done);
    expect(refused).toMatchObject({
      failure: { holds: [{ unit: "tokens", limit: 1000, used: 900, needs: 300 }] },
    });
    // What it really used makes room again.
    const done = ids.find((_, at) => told[at]?.ok) ?? "";
    expect(toldBy(await serve.perform(done, { attemptId: done, tokens: 10, usd: null }))).toBe(
      "ok",
    );
    const left = ids.find((_, at) => !told[at]?.ok) ?? "";
    expect(toldBy(await approve(left, cy, 300))).toBe("ok");
    await olga.refresh();
    await olga.setPolicy({ rules: [], twoPeople: [], budgets: [] }, olga.policy().version);
  });
});

/** Why the database itself refuses, in the words of 15 and 18. */
const GRANTED = /^(?:permission denied|must be owner|must have admin option)/;
const STATE = `SELECT (SELECT array_agg(e ORDER BY seq) FROM countersign.event e) AS events,
  (SELECT array_agg(v ORDER BY v) FROM countersign.vote v) AS votes`;

describe("grants", () => {
  it("let nobody but an operator stop the team, set its policy or forget", async () => {
    for (const store of [ana.store, await team.desk("aud")]) {
      expect(toldBy(await store.setMode("stopped"))).toBe("team-forbidden");
      expect(toldBy(await store.setPolicy({ rules: [], twoPeople: [], budgets: [] }, 0))).toBe(
        "team-forbidden",
      );
      expect(toldBy(await store.forget("r1", "user"))).toBe("team-forbidden");
    }
    expect(toldBy(await olga.claim("r1"))).toBe("team-forbidden");
  });

  it("forbid a reviewer's own SQL whatever would rewrite, vote twice or approve alone", async () => {
    const id = await held(2, ana);
    await ana.approve(id, { proposes: true });
    const sessionOf = ({ store }: Member): string => {
      const now = store.connection();
      return now.kind === "online" ? now.session : "";
    };
    const values = { id, session: sessionOf(ana), other: sessionOf(bo) };
    const sql = await team.sql("ana");
    const before = await owner.query(STATE);
    for (const [what, forbidden] of Object.entries(FORBIDDEN)) {
      const [statement, why] = typeof forbidden === "string" ? [forbidden, GRANTED] : forbidden;
      const text = Object.entries(values).reduce(
        (made, [name, value]) => made.replaceAll(`{${name}}`, value),
        statement,
      );
      await expect(sql.query(text), what).rejects.toThrow(why);
      // Some open a transaction.
      await sql.query("ROLLBACK");
    }
    const after = await owner.query(STATE);
    expect(after.rows).toEqual(before.rows);
    expect(Object.keys(FORBIDDEN).length).toBeGreaterThanOrEqual(12);
    await sql.end();
  });
});

describe("the ledger", () => {
  it("verifies in the database and, exported, by verify.py, with what was forgotten", async () => {
    const id = await held();
    await ana.reject(id);
    expect(toldBy(await olga.forget(id, "user"))).toBe("ok");
    expect(toldBy(await olga.forget(await held(), "user"))).toBe("open");
    const here = await verifyTeam(team.server.url("aud"));
    expect(here).toMatchObject({ fault: null, contents: { absent: 0, stray: 0 } });
    const python = await byPython(team.server.url("aud"));
    expect(python).toMatchObject({ code: 0 });
    expect(python.output).toContain(here.head?.hash ?? "none");
    let said = "";
    const print = (text: string): void => void (said += text);
    expect(await verifyCommand([team.server.url("aud")], {}, print)).toBe(0);
    expect(said).toContain(here.head?.hash ?? "none");
    const elsewhere = team.server.url("aud", "postgres");
    expect(await verifyCommand([elsewhere], {}, print)).toBe(2);
  });

  it("has a text of a document that PostgreSQL's own texts could not hold", async () => {
    const asked = asks("NUL \u0000, half an emoji \ud83d, \n and \u2028");
    const rows = [receivedRow(asked)];
    const request = { id: "odd", rows, phase: "request", summary: {}, votesNeeded: 1 } as const;
    expect(toldBy(await serve.store.publish(request))).toBe("ok");
    const read = await ana.read("odd");
    expect(read.ok && read.value.sample?.asked).toEqual(asked);
  });

  it("keeps a medium once and gives it to every desk", async () => {
    const { createHash } = await import("node:crypto");
    const base64 = "aGVsbG8=";
    const ref = `countersign-media:${createHash("sha256").update(base64).digest("hex")}`;
    const holder = new Member(await team.desk("serve", { mediumText: () => base64 }), "serve");
    const rows = [{ ...receivedRow(asks("picture")), media: [ref] }];
    for (const id of ["m1", "m2"]) {
      const request = { id, rows, phase: "request", summary: {}, votesNeeded: 1 } as const;
      expect(toldBy(await holder.store.publish(request))).toBe("ok");
    }
    expect(await ana.store.medium("m2", ref)).toEqual({ ok: true, value: base64 });
    expect(await ana.store.medium("r1", ref)).toEqual({ ok: true, value: null });
    const { rows: kept } = await owner.query("SELECT 1 FROM countersign.content WHERE body = $1", [
      base64,
    ]);
    expect(kept).toHaveLength(1);
  });
});
