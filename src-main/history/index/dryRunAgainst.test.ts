// What a dry run lists first: disagreements with the user, at either gate.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PastWorld, rule } from "./testingPast.ts";

let world: PastWorld;
beforeEach(() => {
  world = new PastWorld();
});
afterEach(() => world.close());

describe("disagreements with the user", () => {
  it("come first: allowed though rejected or edited, refused though approved", () => {
    world.fates.tell({ ends: "rejected1", text: "alpha" });
    world.fates.tell({ ends: "replied" });
    world.fates.tell({ ends: "replied", edit: "text" });
    world.fates.tell({ ends: "refused-all" });
    world.fates.tell({ ends: "cancelled" });
    world.settle();
    const { items, ...allow } = world.run([rule({ decide: "allow" })]);
    expect(items.map(({ id, against, was }) => [id, against, was.by])).toEqual([
      ["s3", "edited", "me"],
      ["s1", "rejected", "me"],
      ["s5", undefined, ""],
      ["s4", undefined, "me"],
      ["s2", undefined, "me"],
    ]);
    expect(allow).toMatchObject({
      judged: 5,
      total: 5,
      allowed: 5,
      contradicted: 2,
      passedOver: 0,
    });
    const refuse = world.run([rule({ decide: "refuse" })]);
    expect(
      refuse.items.filter(({ against }) => against === "approved").map(({ id }) => id),
    ).toEqual(["s3", "s2"]);
    expect(world.run([rule({ decide: "ask" })]).contradicted).toBe(0);
  });

  it("at gate 2: a response that was rejected, changed, or not the chosen one", () => {
    for (const ends of [
      "rejected2",
      "reply-edited",
      "second-answer",
      "replied",
      "by-hand",
    ] as const)
      world.fates.tell({ ends });
    world.settle();
    const { items } = world.run([rule({ decide: "allow", gate: "response" })]);
    expect(items.map(({ id, against }) => [id, against])).toEqual([
      ["s3", "edited"],
      ["s2", "edited"],
      ["s1", "rejected"],
      ["s4", undefined],
    ]);
  });

  it("are followed by disagreements with former rules", () => {
    for (const ends of [
      "refused-by-rule",
      "rejected1",
      "by-rule",
      "replied",
      "refused-at-once",
    ] as const)
      world.fates.tell({ ends });
    world.settle();
    const said = (decide: "allow" | "refuse") => {
      const { items, overruled, contradicted } = world.run([rule({ decide })]);
      const said = items.map(({ id, overrules }) => [id, overrules?.decided, overrules?.rules]);
      return { said, overruled, contradicted };
    };
    expect(said("allow")).toEqual({
      said: [
        ["s2", undefined, undefined],
        ["s1", "refused", ["nightly"]],
        ["s4", undefined, undefined],
        ["s3", undefined, undefined],
      ],
      overruled: 1,
      contradicted: 1,
    });
    expect(said("refuse")).toMatchObject({
      said: [
        ["s4", undefined, undefined],
        ["s3", "allowed", ["nightly"]],
        ["s2", undefined, undefined],
        ["s1", undefined, undefined],
      ],
      overruled: 1,
      contradicted: 1,
    });
  });

  it("are placed at the gate at which a rule refused, beside what the user had approved before", () => {
    world.fates.tell({ ends: "answer-refused-by-rule" });
    world.settle();
    const against = (decide: "allow" | "refuse", gate: "request" | "response") =>
      world
        .run([rule({ decide, gate })])
        .items.map(({ against, overrules }) => against ?? overrules?.decided);
    expect(against("refuse", "request")).toEqual(["approved"]);
    expect(against("allow", "request")).toEqual([undefined]);
    expect(against("allow", "response")).toEqual(["refused"]);
    expect(against("refuse", "response")).toEqual([undefined]);
  });

  it("exclude changes of a rule that the user made too", () => {
    world.fates.tell({ system: "You are brief.", edit: { system: "You are kind." } });
    world.fates.tell({ system: "You are brief.", edit: "text" });
    world.settle();
    const changes = { system: { from: "You are brief.", to: "You are kind." } };
    const { items, changed } = world.run([rule({ decide: "allow", changes })]);
    expect(changed).toBe(2);
    expect(items.map(({ id, against }) => [id, against])).toEqual([
      ["s2", "edited"],
      ["s1", undefined],
    ]);
    expect(items[0]?.changes).toEqual(changes);
  });
});
