// The team's policy at the desk that holds a request: who has to approve it, by what scans find and by filters that are
// set later, and what its rules refuse, on a real PostgreSQL.
import { expect, it, vi } from "vitest";
import type { Finding } from "#shared/findings/findings.ts";
import { ok } from "#shared/outcome.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { FakeInspector } from "../core/testing/rules.ts";
import { networkTo } from "../team/testing/proxy.ts";
import {
  MODEL,
  answers,
  approve,
  approveResponse,
  database,
  desk,
  setPolicy,
  useTeam,
} from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

const FOUND: Finding = {
  kind: "email",
  severity: "low",
  path: ["messages", 0, "content", "text"],
  line: 1,
  offset: 0,
  length: 5,
};

/** An inspector whose scans wait for `open`. */
function slowInspector() {
  const inspector = new FakeInspector();
  let open = (): void => undefined;
  const shut = () => (inspector.gate = new Promise((resolve) => (open = resolve)));
  shut();
  return { inspector, shut, open: () => open() };
}

const needs = (at: TestDesk, id: string, votesNeeded: number) =>
  vi.waitFor(() => expect(at.team.view().requests[id]).toMatchObject({ votesNeeded }));
const hasResponse = (at: TestDesk, id: string) =>
  vi.waitFor(() =>
    expect(at.desk.request(id)?.attempts.at(-1)).toMatchObject({ state: { kind: "done" } }),
  );
const twoPeople = async (filter: string) => {
  const olga = await desk("olga");
  await setPolicy(olga, { twoPeople: [filter] });
  return olga;
};

it("asks two people about what a scan finds, however late, and one about the rest", async () => {
  const olga = await twoPeople("findings:>=1");
  const { inspector, shut, open } = slowInspector();
  const [ana, bo] = [await desk("ana", { inspector }), await desk("bo")];
  const clean = ana.ask();
  await vi.waitFor(() => expect(inspector.asked).toHaveLength(1));
  // Nobody can approve it before it is known.
  expect(bo.desk.request(clean)).toBeUndefined();
  open();
  await bo.sees(clean, "request");
  await needs(bo, clean, 1);
  expect(await approve(bo, clean)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));

  // Its response is another document.
  shut();
  inspector.findings = [FOUND];
  answers(ana, "ana@example.org");
  await vi.waitFor(() => expect(inspector.asked).toHaveLength(2));
  expect(bo.desk.request(clean)?.attempts).toMatchObject([{ state: { kind: "running" } }]);
  open();
  await hasResponse(bo, clean);
  await needs(bo, clean, 2);
  expect(await approveResponse(bo, clean)).toEqual(ok(null));
  await vi.waitFor(() => expect(bo.team.view().requests[clean]?.proposal?.votes).toEqual(["bo"]));
  expect(ana.server.heard).toEqual([]);

  const text = { type: "text", text: "For ana@example.org" };
  const other = ana.ask({ messages: [{ role: "user", content: text }], maxTokens: 9 });
  await bo.sees(other, "request");
  await needs(bo, other, 2);
  await setPolicy(olga, {});
});

it("asks two people where a scan takes too long", async () => {
  const olga = await twoPeople("has:findings");
  const inspector = new FakeInspector();
  inspector.late = true;
  const [ana, bo] = [await desk("ana", { inspector }), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  await needs(bo, id, 2);
  expect(ana.desk.request(id)?.inspected).toBeUndefined();
  await setPolicy(olga, {});
});

it("asks two people about what waits when a filter is set", async () => {
  const [olga, ana, bo] = [await desk("olga"), await desk("ana"), await desk("bo")];
  const id = ana.ask();
  await bo.sees(id, "request");
  await needs(bo, id, 1);
  await setPolicy(olga, { twoPeople: ["server:notes"] });
  await needs(bo, id, 2);
  const cy = await desk("cy");
  await cy.sees(id, "request");
  await vi.waitFor(async () => expect(await approve(bo, id)).toEqual(ok(null)));
  await vi.waitFor(() => expect(cy.team.view().requests[id]?.proposal?.votes).toEqual(["bo"]));
  expect(ana.generator.asked).toHaveLength(0);
  await vi.waitFor(async () => expect(await approve(cy, id)).toEqual(ok(null)));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  await setPolicy(olga, {});
});

it("holds back what one person approved before the holder knew of the filter", async () => {
  const network = await networkTo(database.server.port);
  const [olga, ana, bo] = [await desk("olga"), await desk("ana", { network }), await desk("bo")];
  const [id, other] = [ana.ask(), ana.ask()];
  await Promise.all([id, other].map((one) => bo.sees(one, "request")));
  expect(await approve(bo, other)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  answers(ana, "None.");
  await hasResponse(bo, other);
  network.cut();
  expect(await approve(bo, id)).toEqual(ok(null));
  expect(await approveResponse(bo, other)).toEqual(ok(null));
  await setPolicy(olga, { twoPeople: ["server:notes"] });
  network.fix();
  await vi.waitFor(
    () =>
      expect(bo.desk.request(id)?.attempts).toMatchObject([
        { state: { kind: "failed", failure: { kind: "model-held-back", why: "votes" } } },
      ]),
    { timeout: 20_000 },
  );
  await vi.waitFor(() => expect(bo.desk.request(other)?.timeline.at(-1)?.kind).toBe("taken-back"));
  expect(ana.generator.asked).toHaveLength(1);
  expect(ana.server.heard).toEqual([]);
  await Promise.all([id, other].map((one) => needs(bo, one, 2)));
  await setPolicy(olga, {});
  await network.close();
}, 60_000);

it("refuses by the team's rules in Review, before another desk can approve it", async () => {
  const olga = await desk("olga");
  const rule = (id: string, more: Partial<Rule>) =>
    ruleSchema.parse({ id, name: id, gate: "request", ...more });
  const rules = [
    rule("never", { when: "down", decide: "refuse" }),
    rule("passes", { decide: "allow" }),
  ];
  await setPolicy(olga, { rules });
  const { inspector, open } = slowInspector();
  const models = { choose: () => MODEL };
  const [ana, bo] = [await desk("ana", { inspector, models }), await desk("bo")];
  await vi.waitFor(() => expect(ana.team.policy()).toMatchObject({ value: { policy: { rules } } }));
  const [id, later] = [ana.ask(), ana.ask()];
  const text = { type: "text", text: "Hello" };
  const other = ana.ask({ messages: [{ role: "user", content: text }], maxTokens: 9 });
  await vi.waitFor(() => expect(inspector.asked.length).toBeGreaterThan(0));
  expect([id, later, other].flatMap((each) => bo.desk.request(each) ?? [])).toEqual([]);
  // What the mode is meanwhile makes no rule of the team weaker.
  ana.desk.setSwitch("stopped");
  ana.desk.setSwitch("review");
  open();
  for (const each of [id, later]) await ana.sees(each, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "error" }, { kind: "error" }]);
  await bo.sees(other, "request");
  expect([id, later].flatMap((each) => bo.desk.request(each) ?? [])).toEqual([]);
  expect(ana.generator.asked).toEqual([]);
  await setPolicy(olga, {});
});

it("counts what a check finds that the holder's user has turned off", async () => {
  const olga = await desk("olga");
  const rule = { id: "r", name: "r", gate: "response", when: "finding:email", decide: "refuse" };
  const policy = { rules: [ruleSchema.parse(rule)], twoPeople: ["finding:email"] };
  await setPolicy(olga, policy);
  const inspector = new FakeInspector();
  const off = { inspector, findingsOff: () => ["email" as const] };
  const [ana, bo] = [await desk("ana", off), await desk("bo")];
  await vi.waitFor(() => expect(ana.team.policy()).toMatchObject({ value: { policy } }));
  inspector.findings = [FOUND];
  const id = ana.ask();
  await bo.sees(id, "request");
  await needs(bo, id, 2);
  // The user sees nothing of it.
  expect(ana.desk.request(id)?.inspected).toBeUndefined();
  await setPolicy(olga, { rules: policy.rules });
  await vi.waitFor(() => expect(ana.team.rulesFor(id, true)).toMatchObject({ rules: [{}] }));
  inspector.findings = [];
  const other = ana.ask();
  await bo.sees(other, "request");
  expect(await approve(bo, other)).toEqual(ok(null));
  await vi.waitFor(() => expect(ana.generator.asked).toHaveLength(1));
  inspector.findings = [FOUND];
  answers(ana, "To ana@example.org");
  await bo.sees(other, "ended");
  expect(ana.server.heard).toMatchObject([{ kind: "error" }]);
  await setPolicy(olga, {});
});

it("refuses a two-person filter that could never match, and nothing is changed", async () => {
  const olga = await desk("olga");
  const before = olga.team.policy();
  for (const when of ["waited:>1s", "server:a ended:today", "(server:a"])
    expect(
      await olga.team.setPolicy({ rules: [], twoPeople: [when], budgets: [] }, 0),
    ).toMatchObject({ ok: false, failure: { kind: "rule-unusable", rule: when } });
  expect(olga.team.policy()).toEqual(before);
});
