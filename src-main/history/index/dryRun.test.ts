// What a dry run counts, skips, cannot tell, and holds back.
import { afterEach, beforeEach, expect, it } from "vitest";
import { DryRunJob } from "./dryRun.ts";
import { PastWorld, rule } from "./testingPast.ts";

let world: PastWorld;
beforeEach(() => {
  world = new PastWorld();
});
afterEach(() => world.close());

it("judges no request whose content was deleted", () => {
  world.fates.tell({ forgotten: true, server: "files" });
  world.fates.tell({ text: "alpha" });
  world.settle();
  for (const when of ["alpha", ""]) {
    const run = world.run([rule({ decide: "allow", when })]);
    expect(run).toMatchObject({ judged: 1, unjudged: 1, allowed: 1 });
  }
});

it("skips what never came before rules, and takes the newest", () => {
  world.fates.tell({ text: "oldest" });
  for (const ends of ["refused-at-once", "replay", "replied"] as const) world.fates.tell({ ends });
  world.settle();
  expect(world.run([rule({ decide: "allow" })], [], 3)).toMatchObject({
    judged: 1,
    passedOver: 2,
    total: 4,
    allowed: 1,
  });
});

it("holds serious findings, and a response whose gate 2 another rule leaves to the user", () => {
  world.fates.tell({ system: "You are \u202eodd." });
  world.fates.tell();
  world.settle();
  const first = world.run([rule({ decide: "allow" })]);
  expect(first).toMatchObject({ allowed: 1, asked: 1, held: 1 });
  expect(first.items.at(-1)?.held).toEqual({ kind: "findings", groups: ["characters"] });
  expect(world.run([rule({ decide: "allow", when: "has:findings" })])).toMatchObject({
    allowed: 1,
    held: 0,
  });
  const look = rule({ decide: "allow", secondLook: true }, "look");
  const answers = rule({ decide: "allow", gate: "response" });
  expect(world.run([look, answers], ["new"])).toMatchObject({ allowed: 0, asked: 2, held: 2 });
});

it("uses only rules in force, and only the requests of their conversation or server", () => {
  world.fates.tell();
  world.fates.tell();
  world.fates.tell({ server: "files" });
  world.settle();
  const server = { id: "srv-files", identity: "0".repeat(64), name: "anything" };
  expect(world.run([rule({ decide: "allow", server })]).items.map(({ id }) => id)).toEqual(["s3"]);
  const thread = rule({ decide: "allow", holds: { kind: "thread", thread: "run-s2" } });
  expect(world.run([thread]).items.map(({ id }) => id)).toEqual(["s2"]);
  const over = rule({ decide: "refuse", holds: { kind: "until", atMs: 1000 } }, "over");
  const off = rule({ decide: "refuse", on: false }, "off");
  expect(world.run([over, off, rule({ decide: "allow" })], ["new"])).toMatchObject({
    allowed: 3,
    refused: 0,
  });
  expect(world.run([off], ["off"]).refused).toBe(3);
  const [first] = world.samples();
  const exactly = rule({ decide: "allow", exactly: first?.askedHash ?? "" });
  expect(world.run([exactly]).allowed).toBe(3);
  expect(world.run([rule({ decide: "allow", exactly: "0".repeat(64) })]).allowed).toBe(0);
});

it("says which rule cannot be read", () => {
  world.fates.tell();
  world.settle();
  const begin = DryRunJob.begin(
    world.files,
    { rules: [rule({ decide: "allow", when: "(" }, "bad")], news: [], count: 9 },
    () => 0,
  );
  expect(begin).toEqual({
    ok: false,
    failure: { kind: "invalid-argument", channel: "rules.dryRun", detail: "bad" },
  });
});

it("ignores checks that are turned off, until they are turned on again", () => {
  world.fates.tell({ system: "You are \u202eodd." });
  world.fates.tell({ text: "write to ada@example.org" });
  world.settle();
  const allow = rule({ decide: "allow" });
  const found = rule({ decide: "refuse", when: "has:findings" });
  const bidi = rule({ decide: "refuse", when: "finding:bidi-control" });
  expect(world.run([allow])).toMatchObject({ allowed: 1, held: 1 });
  expect(world.run([found])).toMatchObject({ refused: 1 });
  expect(world.run([bidi])).toMatchObject({ refused: 1 });
  world.settle(["bidi-control"]);
  expect(world.run([allow])).toMatchObject({ allowed: 2, held: 0 });
  expect(world.run([found])).toMatchObject({ refused: 0 });
  expect(world.run([bidi])).toMatchObject({ refused: 0 });
  world.settle();
  expect(world.run([allow])).toMatchObject({ allowed: 1, held: 1 });
});
