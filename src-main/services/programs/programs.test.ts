import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { fail, ok } from "../../../src-shared/outcome.ts";
import { programInputSchema } from "../../../src-shared/programs/program.ts";
import type { ServerInput, ServerView } from "../../../src-shared/servers/server.ts";
import type { StoredProgram } from "./programPorts.ts";
import { ProgramsService } from "./programs.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

let saved: readonly StoredProgram[];
let updated: ServerInput[];
let removed: string[];
let nowMs: number;
let refusesUpdate: boolean;
let programs: ProgramsService;

function service(): ProgramsService {
  let last = 0;
  return new ProgramsService({
    store: {
      load: () => ({ programs: saved.map((program) => ({ ...program })), faults: [] }),
      save(all) {
        saved = structuredClone(all);
        return ok(null);
      },
    },
    tokens: {
      make: () => `token-${(last += 1)}`,
      hash: sha,
      isToken: (token, hash) => sha(token) === hash,
    },
    port: { base: () => Promise.resolve(ok("http://127.0.0.1:4100")) },
    servers: {
      views: () => [
        {
          ...({ id: "s", name: "notes", era: "auto" } as ServerView),
          endpoint: {
            ...{ kind: "stdio", command: "npx", args: [], cwd: null },
            env: [
              { name: "KEY", secret: true, present: true },
              { name: "OPENAI_BASE_URL", secret: false, value: "https://api.openai.com/v1" },
            ],
          },
        },
      ],
      update(_id, input) {
        if (refusesUpdate) return fail({ kind: "not-recorded", detail: "disk full" });
        updated.push(input);
        return ok(null);
      },
    },
    clock: { nowMs: () => nowMs, newId: () => `p-${(last += 1)}` },
    changed: () => {},
    removed: (id) => void removed.push(id),
  });
}

beforeEach(() => {
  saved = [];
  updated = [];
  removed = [];
  nowMs = 1000;
  refusesUpdate = false;
  programs = service();
});

const input = (more: object = {}) => programInputSchema.parse({ name: "agent", ...more });

async function added(more: object = {}) {
  const made = await programs.add(input(more));
  if (!made.ok) throw new Error(made.failure.kind);
  return made.value;
}

it("admits whoever has the token, which is not stored, until it is renewed, expires or is removed", async () => {
  const { id, token, lines } = await added({ expiresAtMs: 5000 });
  expect(JSON.stringify(saved)).not.toContain(token);
  expect(lines.filter(({ secret }) => secret).map(({ value }) => value)).toEqual([token, token]);
  expect(programs.admit("guess")).toBeNull();
  expect(programs.admit(token)).toEqual({ id, name: "agent", serverId: null });
  expect(programs.view().programs).toMatchObject([{ usedAtMs: 1000, requests: 1 }]);
  expect(JSON.stringify(programs.view())).not.toContain(sha(token));
  // Also in a later run.
  programs = service();
  const renewed = await programs.renew(id);
  expect(programs.admit(token)).toBeNull();
  const next = renewed.ok ? renewed.value.token : "";
  expect(programs.admit(next)).toMatchObject({ id });
  nowMs = 5000;
  expect(programs.admit(next)).toBe("expired");
  expect(removed).toEqual([]);
  expect(programs.remove(id)).toEqual(ok(null));
  expect(removed).toEqual([id]);
  expect(programs.admit(next)).toBeNull();
  expect(programs.remove(id)).toMatchObject({ ok: false });
});

it("holds everything at first; only Watch is a standing permission", async () => {
  const { id } = await added();
  expect(programs.policyOf(id)?.control).toBe("review");
  expect(programs.permissionOf(id)).toBeNull();
  programs.update(id, input({ mode: "rules" }));
  expect(programs.policyOf(id)?.control).toBe("as-set");
  expect(programs.permissionOf(id)).toBeNull();
  programs.update(id, input({ mode: "watch", redact: ["secrets"] }));
  expect(programs.permissionOf(id)).toEqual({ id, name: "agent", redact: ["secrets"] });
  expect(programs.policyOf("s")).toBeNull();
});

it("gives a server its own program in place of its variables, and keeps its secrets", async () => {
  expect(await programs.give("s", input())).toEqual(ok(null));
  const [{ endpoint } = { endpoint: null }] = updated;
  expect(endpoint).toMatchObject({
    env: [
      { name: "KEY", value: null },
      { name: "OPENAI_BASE_URL", value: "http://127.0.0.1:4100/v1" },
      { name: "OPENAI_API_KEY", secret: true },
      { name: "ANTHROPIC_BASE_URL", value: "http://127.0.0.1:4100" },
      { name: "ANTHROPIC_API_KEY", secret: true },
    ],
  });
  expect(saved).toMatchObject([{ serverId: "s" }]);
  // Again: the earlier program is gone, and its token with it.
  const [before] = saved;
  await programs.give("s", input());
  expect(saved).toHaveLength(1);
  expect(saved[0]?.tokenHash).not.toBe(before?.tokenHash);
  expect(removed).toEqual([before?.id]);
  refusesUpdate = true;
  expect(await programs.give("s", input())).toMatchObject({ ok: false });
  expect(saved).toHaveLength(1);
  expect(await programs.give("gone", input())).toMatchObject({ ok: false });
});

it("is told apart for rules by its id, and by its name while no other has it", async () => {
  const { id } = await added();
  const standing = programs.standing(id);
  expect(standing).toEqual({ identity: expect.stringMatching(/^[0-9a-f]{64}$/), name: "own" });
  await programs.renew(id);
  expect(programs.standing(id)).toEqual(standing);
  const { id: other } = await added({ name: "ＡＧＥＮＴ" });
  expect(programs.standing(id)).toEqual({ ...standing, name: "shared" });
  expect(programs.standing(other)?.identity).not.toBe(standing?.identity);
  programs.update(other, input({ name: "Notes" }));
  // A server is named so.
  expect(programs.standing(other)?.name).toBe("shared");
  expect(programs.standing("s")).toBeNull();
});
