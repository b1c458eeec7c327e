// Requests of a team on a real PostgreSQL: who may append what, and when.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ana, bo, cy, held, owner, serve, team, useMembers } from "./testing/members.ts";
import { Member, asks, toldBy } from "./testing/member.ts";
import { networkTo } from "./testing/proxy.ts";
import type { Network } from "./testing/proxy.ts";
import { QUIET, SOON } from "./testing/team.ts";

useMembers();

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
    const told = await Promise.all([ana.reject(id), bo.reject(id)]);
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
    const document = { by: { kind: "desk" }, asked: {}, askedHash: "h", flags: [] };
    expect(toldBy(await append("document-updated", document))).toBe("not-holder");
    expect(toldBy(await append("rejected", { by: by("bo") }))).toBe("malformed");
    expect(toldBy(await append("rejected", { by: { kind: "rule" } }))).toBe("malformed");
    expect(toldBy(await append("ledger-begun", { by: by("ana") }))).toBe("malformed");
    // Not even the holder sends what nobody approved.
    expect(
      toldBy(
        await serve.store.append(id, base, [{ kind: "delivered", body: { by: { kind: "desk" } } }]),
      ),
    ).toBe("malformed");
    expect(await ana.kindsOf(id)).toEqual(["received"]);
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
    const fence = await ana.fenceOf(id);
    expect(toldBy(await bo.store.claim(id))).toBe("leased");
    expect(toldBy(await bo.approve(id))).toBe("leased");
    expect(toldBy(await ana.approve(id, { text: "edited" }))).toBe("lease-lost");
    expect(toldBy(await ana.approve(id, { text: "edited", fence }))).toBe("ok");
    const other = await held();
    expect(toldBy(await bo.approve(other))).toBe("ok");
  });

  it("stays its user's when their desk adds a row by itself, and ends with what they decide", async () => {
    const id = await held(1, ana);
    await ana.fenceOf(id);
    const by = { kind: "desk" };
    const found = { kind: "inspected", body: { by, gate: "request", findings: [] } };
    const kept = { kind: "media-kept", body: { by: { kind: "person", login: "ana" } } };
    for (const [at, row] of [found, kept].entries())
      expect(
        toldBy(await ana.store.append(id, { revision: at + 1, phase: "request" }, [row])),
      ).toBe("ok");
    expect(toldBy(await bo.approve(id))).toBe("leased");
    expect(toldBy(await ana.approve(id))).toBe("ok");
    expect(toldBy(await bo.store.claim(id))).toBe("ok");
  });

  it("does not keep anybody from rejecting", async () => {
    const id = await held();
    await ana.fenceOf(id);
    expect(toldBy(await bo.reject(id))).toBe("ok");
  });

  it("runs out by the database's clock, and a late edit under it is refused", async () => {
    const id = await held();
    const late = await ana.fenceOf(id);
    await owner.query("UPDATE countersign.request SET lease_until_ms = 1 WHERE id = $1", [id]);
    expect(toldBy(await ana.approve(id, { text: "late", fence: late }))).toBe("lease-lost");
    const fence = await bo.fenceOf(id);
    expect(fence).toBeGreaterThan(late);
    expect(toldBy(await ana.approve(id, { text: "late", fence: late }))).toBe("leased");
    expect(toldBy(await bo.approve(id, { text: "in time", fence }))).toBe("ok");
  });

  it("is renewed with the same fence, given back, and shown to the others", async () => {
    const id = await held();
    const fence = await ana.fenceOf(id);
    expect(await ana.fenceOf(id)).toBe(fence);
    await bo.store.refresh();
    expect(bo.store.requests().get(id)?.lease).toMatchObject({ login: "ana", fence });
    expect(toldBy(await ana.store.release(id, fence))).toBe("ok");
    await bo.store.refresh();
    expect(bo.store.requests().get(id)?.lease).toBeNull();
    expect(await bo.fenceOf(id)).toBe(fence + 1);
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
    expect(await ana.kindsOf(id)).toEqual(["received", "proposed", "voted", "request-approved"]);
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
    const runs = [{ kind: "run-approved", body: { by, base: {}, attemptId: "a", edited: false } }];
    const base = { revision: 1, phase: "response" as const };
    const id = await held(2);
    expect(toldBy(await ana.store.append(id, base, runs))).toBe("needs-votes");
    expect(toldBy(await ana.store.propose(id, base, runs))).toBe("ok");
    expect(await bo.store.vote(id, await proposalOf(id))).toMatchObject({
      value: { approved: true },
    });
    const edits = [{ kind: "run-approved", body: { by, base: {}, attemptId: "a", edited: true } }];
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
    const fence = await bo.fenceOf(id);
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
    network.fix();
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
    expect(await ana.kindsOf(id)).toEqual([
      "received",
      "request-approved",
      "cancelled",
      "attempt-failed",
    ]);
    expect(toldBy(await bo.endLost(other))).toBe("ok");
    const read = await bo.read(other);
    expect(read.ok && read.value.sample?.phase).toMatchObject({ ending: { kind: "unknown" } });
    network.fix();
    await online();
  });

  it("gives back its leases and presence when it leaves by itself", async () => {
    const id = await held();
    const leaving = new Member(await team.desk("cy"), "cy");
    await leaving.store.look([id]);
    await leaving.fenceOf(id);
    await leaving.store.close();
    await ana.store.refresh();
    expect(ana.store.requests().get(id)).toMatchObject({ lease: null, present: [] });
  });
});
