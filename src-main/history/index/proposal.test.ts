// A proposed rule matches requests like its own, by the dry run.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RuleProposal } from "#shared/rules/proposal.ts";
import type { RuleGate } from "#shared/rules/rule.ts";
import { PastWorld, rule } from "./testingPast.ts";
import { proposalOf } from "./proposal.ts";

let world: PastWorld;
beforeEach(() => {
  world = new PastWorld();
});
afterEach(() => world.close());

describe("a proposed rule", () => {
  const proposal = (id: string, gate: RuleGate = "request"): RuleProposal => {
    const found = proposalOf(world.files, id, gate);
    if (!found.ok) throw new Error(JSON.stringify(found.failure));
    return found.value;
  };

  it("matches similar requests and no others, as the dry run shows", () => {
    world.fates.tell({ text: "alpha" });
    world.fates.tell({ text: "beta 协议" });
    world.fates.tell({ maxTokens: 4000 });
    world.fates.tell({ server: "files" });
    world.fates.tell({ system: "You are brief." });
    world.fates.tell({ forgotten: true, text: "only here", answer: "only there" });
    world.fates.tell({ ends: "rejected1" });
    world.settle();
    const { rule: made, exactly } = proposal("s1");
    const run = world.run([made]);
    expect(run.items.map(({ id }) => id).toSorted()).toEqual(["s1", "s2", "s7"]);
    expect(run.contradicted).toBe(1);
    expect(world.run([rule({ decide: "allow", exactly })]).items.map(({ id }) => id)).toContain(
      "s1",
    );
  });

  it("is made for responses too", () => {
    world.fates.tell();
    world.fates.tell({ ends: "rejected1" });
    world.settle();
    const { rule: made } = proposal("s1", "response");
    expect(made.gate).toBe("response");
    expect(world.run([made])).toMatchObject({ allowed: 1, contradicted: 0 });
    expect(proposalOf(world.files, "s2", "response").ok).toBe(false);
  });

  it("includes edits that were made again and again", () => {
    const edit = { system: "You are kind." };
    for (let n = 0; n < 3; n += 1) world.fates.tell({ system: "You are brief.", edit });
    world.fates.tell({ system: "You are brief.", ends: "open" });
    world.fates.tell({ system: "You are brief.", ends: "open", server: "files" });
    world.settle();
    expect(proposal("s4").edit).toEqual({
      system: { from: "You are brief.", to: "You are kind." },
      times: 3,
    });
    expect(proposal("s4").route).toEqual({
      model: { providerId: "local", modelId: "gpt-5" },
      times: 3,
    });
    expect(proposal("s5").edit).toBe(undefined);
  });

  it("cannot be made of deleted content, or of an unknown request", () => {
    world.fates.tell({ forgotten: true });
    world.settle();
    const failed = (id: string) => proposalOf(world.files, id, "request");
    expect(failed("s1")).toEqual({ ok: false, failure: { kind: "content-forgotten" } });
    expect(failed("nobody")).toEqual({ ok: false, failure: { kind: "not-found", what: "sample" } });
  });
});
