// What was accepted of a program: kept encrypted, for that program and that place alone; what can't be read is not accepted.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ownPartsOf } from "#shared/findings/accepted.ts";
import { ok } from "#shared/outcome.ts";
import { cipherOf } from "../profile/encryption/cipher.ts";
import type { Cipher } from "../profile/encryption/secrets.ts";
import { keyedHasher } from "../profile/hasher.ts";
import { AcceptedPrompts } from "./acceptedPrompts.ts";

let folder: string;
const file = (): string => path.join(folder, "accepted-prompts.json");
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "countersign-accepted-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const key = randomBytes(32);
const open = (key_: string = "own", cipher: Cipher | null = cipherOf([key])): AcceptedPrompts =>
  new AcceptedPrompts({ file: file(), cipher, keyed: keyedHasher(key_) });
const recorded = () => ok(null);
const parts = ownPartsOf({
  systemPrompt: "Be exact.",
  tools: [{ name: "Bash", description: "Runs a command" }],
  messages: [],
});
const [prompt] = parts;
if (prompt === undefined) throw new Error("no part");
const accept = (accepted: AcceptedPrompts, id = "p1") => accepted.accept(id, parts, 7, recorded);

it("is known after a restart, of that program and at that place alone", () => {
  expect(accept(open()).ok).toBe(true);
  const again = open();
  expect(again.countOf("p1")).toEqual({ texts: 1, tools: 1, atMs: 7 });
  expect(parts.map((part) => again.of("p1")?.(part))).toEqual([true, true]);
  expect(again.of("p1")?.({ ...prompt, path: ["completion", "fields", "system"] })).toBe(false);
  expect(again.of("p1")?.({ ...prompt, text: '"Be exact!"' })).toBe(false);
  expect(again.of("p2")).toBeNull();
});

it("shows what a part differs from: the accepted one that is most like it", () => {
  const accepted = open();
  accept(accepted);
  const [other] = ownPartsOf({ systemPrompt: "You write titles." });
  accepted.accept("p1", [other ?? prompt], 8, recorded);
  expect(accepted.compare("p1", parts)).toEqual([]);
  const [changed] = ownPartsOf({ systemPrompt: "You write long titles." });
  expect(accepted.compare("p1", [changed ?? prompt])).toMatchObject([{ before: other?.text }]);
  expect(accepted.compare("p2", [prompt])).toMatchObject([{ before: null }]);
});

it("is in the file neither as text nor as a hash that says so", () => {
  accept(open());
  expect(readFileSync(file(), "utf8")).not.toMatch(/exact|Bash|[0-9a-f]{64}/);
});

it.each<[string, () => AcceptedPrompts]>([
  ["in a broken file", () => (writeFileSync(file(), "{"), open())],
  ["under another program's name", () => (writeFileSync(file(), moved()), open())],
  ["with another key of the profile", () => open("other")],
  ["of another keychain", () => open("own", cipherOf([randomBytes(32)]))],
  ["without a keychain", () => open("own", null)],
])("is not accepted %s", (_where, opened) => {
  accept(open());
  const accepted = opened();
  for (const id of ["p1", "p2"])
    expect([accepted.of(id), accepted.countOf(id)]).toEqual([null, null]);
});

const moved = (): string => {
  const { p1 } = JSON.parse(readFileSync(file(), "utf8")) as Record<string, string>;
  return JSON.stringify({ p2: p1 });
};

it("is not accepted unless the ledger has it, or where it would be too much", () => {
  const accepted = open();
  const failed = { ok: false as const, failure: { kind: "stale" as const } };
  expect(accepted.accept("p1", parts, 7, () => failed)).toEqual(failed);
  const long = { ...prompt, text: `"${"x".repeat(8_000_000)}"` };
  expect(accepted.accept("p1", [long], 7, recorded)).toMatchObject({
    failure: { kind: "accepted-too-much" },
  });
  expect(accepted.of("p1")).toBeNull();
});

it("lasts until the app ends without a keychain, and is gone once deleted", () => {
  const accepted = open("own", null);
  accept(accepted);
  expect(accepted.of("p1")?.(prompt)).toBe(true);
  expect(accepted.delete("p1").ok).toBe(true);
  expect(accepted.of("p1")).toBeNull();
  expect(open().of("p1")).toBeNull();
});
