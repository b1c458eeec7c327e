import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { HookEvent } from "#shared/agents/agent.ts";
import { ok } from "#shared/outcome.ts";
import { SESSION_MAX_MS, Sessions, SESSIONS_MAX } from "./sessions.ts";

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "countersign-sessions-")));
const real = (name: string): string => path.join(root, "real", name);
for (const name of ["a", "b", "z"]) {
  mkdirSync(real(name), { recursive: true });
  symlinkSync(real(name), path.join(root, name));
}
afterAll(() => rmSync(root, { recursive: true }));

const event = (session: string, folder: string | null): HookEvent => ({
  role: "before",
  name: "PreToolUse",
  session,
  callId: "c",
  tool: "Bash",
  input: {},
  folder: folder === null ? null : path.join(root, folder),
});

type Store = ConstructorParameters<typeof Sessions>[0];
type Stored = Parameters<Store["save"]>[0]["sessions"];

function sessions(stored: Stored = []) {
  let nowMs = 0;
  let kept = stored;
  const store: Store = {
    load: () => ({ value: { sessions: kept }, faults: [] }),
    save({ sessions: all }) {
      kept = structuredClone(all);
      return ok(null);
    },
  };
  const clock = { nowMs: () => nowMs };
  return {
    of: new Sessions(store, clock),
    again: () => new Sessions(store, clock),
    kept: () => kept,
    pass: (ms: number) => (nowMs += ms),
  };
}

it("has the folder of its first event until it ends, for a day without one, and over a restart", async () => {
  const { of, again, pass } = sessions();
  expect(await of.of("e", event("s", "a"))).toMatchObject({ id: "s", folder: real("a") });
  expect(await of.of("e", event("s", "b"))).toMatchObject({ id: "s", folder: real("a") });
  expect(await of.of("other", event("s", null))).toMatchObject({ folder: null });
  pass(SESSION_MAX_MS);
  expect(await again().of("e", event("s", "b"))).toMatchObject({ folder: real("a") });
  expect(await of.of("e", event("s", "b"))).toMatchObject({ id: "s" });
  pass(SESSION_MAX_MS + 1);
  // A rule for the earlier session does not apply to the one with its name.
  expect(await of.of("e", event("s", "b"))).toMatchObject({ id: "s#2", folder: real("b") });
  expect(await of.end("e", "s")).toBe("s#2");
  expect(await of.end("e", "s")).toBeNull();
  expect(await again().of("e", event("s", "none"))).toMatchObject({ id: "s#3", folder: null });
});

it("is called by its newest title, else by its first prompt, and on disk by none", async () => {
  const { of, again, kept } = sessions();
  const asked = async (from: Sessions, by: "title" | "prompt", text: string) =>
    (await from.of("e", { ...event("s", "a"), sessionName: { by, text } })).name;
  expect((await of.of("e", event("s", "a"))).name).toBeNull();
  expect(await asked(of, "prompt", "One")).toEqual({ by: "prompt", text: "One" });
  expect(await asked(of, "prompt", "Two")).toEqual({ by: "prompt", text: "One" });
  expect(await asked(of, "title", "Three")).toEqual({ by: "title", text: "Three" });
  expect(await asked(of, "prompt", "Four")).toEqual({ by: "title", text: "Three" });
  expect(await asked(of, "title", "Five")).toEqual({ by: "title", text: "Five" });
  expect((await of.of("e", event("other", "a"))).name).toBeNull();
  expect(JSON.stringify(kept())).not.toMatch(/One|Three|Five/);
  expect((await again().of("e", event("s", "a"))).name).toBeNull();
  await of.end("e", "s");
  expect((await of.of("e", event("s", "a"))).name).toBeNull();
});

it("keeps a bounded number", async () => {
  const { of, kept } = sessions(
    Array.from({ length: SESSIONS_MAX + 3 }, (_one, at) => ({
      entryId: "e",
      session: `s${at}`,
      run: 1,
      folder: null,
      lastMs: 0,
      ended: false,
    })),
  );
  for (const name of ["a", "b"]) await of.of("e", event(name, null));
  expect(kept()).toHaveLength(SESSIONS_MAX);
  expect(kept().at(-1)?.session).toBe("b");
});

it("events at the same time have one session, and an id names one session alone", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant("of" as const), folder: fc.constantFrom("a", "b") }),
          fc.record({ kind: fc.constant("end" as const) }),
          fc.record({ kind: fc.constant("pass" as const) }),
        ),
        { maxLength: 30 },
      ),
      async (steps) => {
        const { of, pass } = sessions();
        const folders = new Map<string, string | null>();
        let isOpen = false;
        for (const step of steps) {
          if (step.kind === "pass") pass(SESSION_MAX_MS + 1);
          if (step.kind === "end") await of.end("e", "s");
          if (step.kind !== "of") isOpen = false;
          else {
            const two = await Promise.all([
              of.of("e", event("s", step.folder)),
              of.of("e", event("s", "z")),
            ]);
            expect(two.map(({ comes }) => comes())).toEqual([!isOpen, false]);
            isOpen = true;
            for (const { id, folder } of two) {
              expect(folders.get(id) ?? folder).toBe(folder);
              folders.set(id, folder);
            }
          }
        }
      },
    ),
    { numRuns: 50 },
  ));
