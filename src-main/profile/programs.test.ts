// Programs that another program has written hold everything until the user has set them.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { programInputSchema } from "#shared/programs/program.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { StoredProgram } from "../programs/programStore.ts";
import type { ProgramsService } from "../programs/programs.ts";
import { programsWith } from "../programs/testing.ts";
import { Secrets } from "./encryption/secrets.ts";
import { openAccepted } from "./accepted.ts";
import { openPrograms } from "../programs/programStore.ts";

/** In place of the system's keychain. */
const cipher = {
  encrypt: (text: string) => Buffer.from(text, "utf8").reverse(),
  decrypt: (bytes: Uint8Array) => Buffer.from(bytes).reverse().toString("utf8"),
};
const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

let profile: string;
const file = (): string => path.join(profile, "programs.json");
beforeEach(() => (profile = mkdtempSync(path.join(tmpdir(), "countersign-programs-"))));
afterEach(() => rmSync(profile, { recursive: true }));

let last = 0;
let nowMs = 1000;
/** A start of the app. */
function start(keyStore: typeof cipher | null = cipher): ProgramsService {
  const secrets = new Secrets(path.join(profile, "secrets.json"), keyStore, () => undefined);
  return programsWith({
    store: openPrograms(file(), openAccepted(profile, "programs", secrets)),
    tokens: {
      make: () => `token-${(last += 1)}`,
      hash: sha,
      isToken: (token, hash) => sha(token) === hash,
    },
    clock: { nowMs: () => nowMs, newId: () => `p-${(last += 1)}` },
  });
}
const watch = programInputSchema.parse({ name: "nightly", mode: "watch" });
async function added(programs: ProgramsService) {
  const made = await programs.add(watch);
  if (!made.ok) throw new Error(made.failure.kind);
  return made.value;
}
const withRate = (policy: ServerPolicy, perMinute: number): ServerPolicy => ({
  ...policy,
  limits: { ...policy.limits, perMinute },
});
/** Another program writes the file. */
function others(change: (programs: StoredProgram[]) => StoredProgram[]): void {
  const { programs } = JSON.parse(readFileSync(file(), "utf8")) as { programs: StoredProgram[] };
  writeFileSync(file(), JSON.stringify({ programs: change(programs) }));
}

it("keeps the mode of what the app has written, also after it was used and after a restart", async () => {
  const programs = start();
  const { id, token } = await added(programs);
  programs.admit(token);
  nowMs += 100_000;
  programs.admit(token);
  for (const one of [programs, start(), start()]) {
    expect(one.faults).toEqual([]);
    expect(one.permissionOf(id)).toMatchObject({ id });
    expect(one.admit(token)).toMatchObject({ id });
  }
});

it.each<[string, (one: StoredProgram) => StoredProgram[]]>([
  ["another token", (one) => [{ ...one, tokenHash: sha("mine") }]],
  ["a later expiry", (one) => [{ ...one, expiresAtMs: 9e15 }]],
  ["other limits", (one) => [{ ...one, policy: withRate(one.policy, 9999) }]],
  ["a program with the same id", (one) => [{ ...one, tokenHash: sha("mine") }, one]],
])("holds everything of a program to which another has given %s", async (_what, change) => {
  const { id } = await added(start());
  others(([one]) => (one === undefined ? [] : change(one)));
  const programs = start();
  expect(programs.faults).toMatchObject([{ kind: "programs-unaccepted" }]);
  expect(programs.permissionOf(id)).toBeNull();
  expect(programs.policyOf(id)?.control).toBe("review");
  expect(JSON.stringify(programs.view())).not.toContain("unaccepted");
});

it("accepts an added program once the user has set it, and not by its use", async () => {
  const { id } = await added(start());
  const mine = { id: "mine", tokenHash: sha("mine") };
  others((all) => all.flatMap((one) => [one, { ...one, ...mine }]));
  for (const programs of [start(), start()]) {
    expect(programs.permissionOf(id)).not.toBeNull();
    expect(programs.admit("mine")).toMatchObject({ id: "mine" });
    expect(programs.permissionOf("mine")).toBeNull();
    nowMs += 100_000;
  }
  const programs = start();
  expect((await programs.renew("mine")).ok).toBe(true);
  expect(programs.admit("mine")).toBeNull();
  expect(programs.update("mine", watch).ok).toBe(true);
  expect(start().permissionOf("mine")).not.toBeNull();
});

it("holds everything after a start without a keychain", async () => {
  const { id } = await added(start(null));
  const programs = start(null);
  expect(programs.permissionOf(id)).toBeNull();
  expect(programs.update(id, watch).ok).toBe(true);
  expect(programs.permissionOf(id)).not.toBeNull();
});
