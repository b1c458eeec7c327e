// What two people have to approve, at three desks of one team on a real PostgreSQL.
import { expect, it, vi } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import { approve, desk, MODEL, setPolicy, useTeam } from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

/** Three desks of a team where two people approve everything; the first receives. */
async function three() {
  await setPolicy(await desk("olga"), { twoPeople: ["server:notes"] });
  return { ana: await desk("ana"), bo: await desk("bo"), cy: await desk("cy") };
}
const both = (id: string, ...desks: TestDesk[]) =>
  Promise.all(desks.map((one) => one.sees(id, "request")));
/** Waits until this desk knows of these votes. */
const hasVotes = (at: TestDesk, id: string, ...votes: string[]) =>
  vi.waitFor(() =>
    expect(at.team.view().requests[id]).toMatchObject({
      votesNeeded: 2,
      proposal: votes.length === 0 ? null : { by: votes[0], votes },
    }),
  );
const respond = (document: object): Decision => ({ kind: "respond", document: document as never });

it("sends what two people approved, and neither of them is who received it", async () => {
  const { ana, bo, cy } = await three();
  const id = ana.ask();
  await both(id, bo, cy);
  expect(await approve(bo, id, "Edited by Bo")).toEqual(ok(null));
  await Promise.all([hasVotes(cy, id, "bo"), hasVotes(ana, id, "bo")]);
  expect(ana.generator.asked).toHaveLength(0);
  expect(await approve(ana, id, "Edited by Bo")).toMatchObject({
    failure: { kind: "team-refused", why: "own-request" },
  });
  expect(await cy.team.proposed(id)).toMatchObject({
    value: { document: { messages: [{ content: { text: "Edited by Bo" } }] } },
  });
  expect(await approve(cy, id, "Edited by Bo")).toEqual(ok(null));
  await vi.waitFor(() =>
    expect(ana.generator.asked).toMatchObject([
      { document: { messages: [{ content: { text: "Edited by Bo" } }] } },
    ]),
  );
});

it("counts a vote for the same document, model and options, and says which are proposed", async () => {
  const { ana, bo, cy } = await three();
  const id = ana.ask();
  await both(id, bo, cy);
  const of = (modelId: string, more: { options?: GenerationOptions } = {}): Decision => {
    const document = cy.desk.request(id)?.proposed ?? { messages: [] };
    return { kind: "approve-request", document, model: { ...MODEL, modelId }, ...more };
  };
  const options = { parallelToolCalls: false } as const;
  const proposes = async (by: TestDesk, other: TestDesk, decision: Decision) => {
    expect(await by.decide(id, decision)).toEqual(ok(null));
    await hasVotes(other, id, by === bo ? "bo" : "cy");
    const proposed = await other.team.proposed(id);
    if (!proposed.ok || proposed.value === null) throw new Error("nothing is proposed");
    expect(proposed.value.document).toEqual(other.desk.request(id)?.proposed);
    return proposed.value.runs;
  };
  // Another model or option is another proposal.
  expect(await proposes(bo, cy, of("m2"))).toEqual([
    { model: { providerId: "p", modelId: "m2" }, options: {} },
  ]);
  expect(await proposes(cy, bo, of("m", { options }))).toEqual([{ model: MODEL, options }]);
  // The inbox names no options, the gate says that there are none.
  expect(await proposes(bo, cy, of("m"))).toEqual([{ model: MODEL, options: {} }]);
  expect(ana.generator.asked).toHaveLength(0);
  expect(await cy.decide(id, of("m", { options: {} }))).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toMatchObject([{ model: MODEL }]));
});

it("sends a form as two people filled it in; another's values clear the votes; one declines", async () => {
  const { ana, bo, cy } = await three();
  const params = {
    message: "Which release?",
    requestedSchema: { type: "object", properties: { version: { type: "string" } } },
  };
  const form = { requestKind: "elicitation" } as const;
  const id = ana.ask(params, form);
  await both(id, bo, cy);
  const of = (version: string) => respond({ action: "accept", content: { version } });
  expect(await bo.decide(id, of("2.4"))).toEqual(ok(null));
  await hasVotes(cy, id, "bo");
  expect(ana.server.heard).toEqual([]);
  expect(await cy.team.proposed(id)).toMatchObject({
    value: { document: { action: "accept", content: { version: "2.4" } } },
  });
  expect(await cy.decide(id, of("2.5"))).toEqual(ok(null));
  await hasVotes(bo, id, "cy");
  expect(await ana.decide(id, of("2.5"))).toMatchObject({ failure: { why: "own-request" } });
  expect(await bo.decide(id, of("2.5"))).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(ana.server.heard).toEqual([
    { kind: "result", document: { action: "accept", content: { version: "2.5" } } },
  ]);

  const other = ana.ask(params, form);
  await both(other, bo);
  expect(await bo.decide(other, { kind: "reject", tellServer: false })).toEqual(ok(null));
  await ana.sees(other, "ended");
  expect(ana.server.heard[1]).toEqual({ kind: "result", document: { action: "decline" } });
});

it("runs a tool call with the arguments that two people approved, and so its result", async () => {
  const { ana, bo, cy } = await three();
  const ran: unknown[] = [];
  const result = { result: { content: [{ type: "text", text: "done" }] } };
  const id = ana.ask(
    { name: "delete_branch", arguments: { branch: "main" }, inputSchema: {} },
    {
      requestKind: "tool-call",
      heldBy: { kind: "setting" },
      produce: (document) => (ran.push(document), Promise.resolve({ response: result, flags: [] })),
    },
  );
  await both(id, bo, cy);
  const run = (branch: string) => respond({ action: "run", arguments: { branch } });
  // Who edits has the lease: nobody else proposes other arguments meanwhile.
  expect(await cy.team.requests.claim(id)).toEqual(ok(null));
  expect(await bo.decide(id, run("dev"))).toMatchObject({ failure: { why: "leased" } });
  await cy.team.requests.release(id);
  expect(await bo.decide(id, run("dev"))).toEqual(ok(null));
  await hasVotes(cy, id, "bo");
  expect(await bo.decide(id, run("dev"))).toMatchObject({ failure: { why: "already-voted" } });
  expect(await cy.team.proposed(id)).toMatchObject({
    value: { document: { name: "delete_branch", arguments: { branch: "dev" } } },
  });
  expect(ran).toEqual([]);
  expect(await cy.decide(id, run("dev"))).toEqual(ok(null));
  await vi.waitFor(() => expect(ran).toMatchObject([{ arguments: { branch: "dev" } }]));
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  // It must have the result that it approves.
  await vi.waitFor(() =>
    expect(cy.desk.request(id)?.attempts).toMatchObject([{ state: { kind: "done" } }]),
  );
  const [{ id: attemptId = "" } = {}] = bo.desk.request(id)?.attempts ?? [];
  const sends: Decision = { kind: "approve-result", attemptId, document: result as never };
  expect(await cy.decide(id, sends)).toEqual(ok(null));
  await hasVotes(bo, id, "cy");
  expect(ana.server.heard).toEqual([]);
  expect(await bo.decide(id, sends)).toEqual(ok(null));
  await ana.sees(id, "ended");
  expect(ana.server.heard).toEqual([{ kind: "result", document: result }]);
});
