import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { ownPartsOf } from "#shared/findings/accepted.ts";
import { fail, ok } from "#shared/outcome.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import { defaultPolicy, policySchema } from "#shared/servers/policy/policy.ts";
import type { ServerPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { ServerInput } from "#shared/servers/config/input.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { keyedHasher } from "../profile/hasher.ts";
import { AcceptedPrompts } from "./acceptedPrompts.ts";
import type { StoredProgram } from "./programStore.ts";
import { checkModelAllowed } from "../models/modelAllowed.ts";
import type { ProgramsService } from "./programs.ts";
import { programsWith } from "./testing.ts";

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

let saved: readonly StoredProgram[];
let updated: ServerInput[];
let removed: string[];
let nowMs: number;
let refusesUpdate: boolean;
let serverPolicy: ServerPolicy | null;
let programs: ProgramsService;

function service(): ProgramsService {
  let last = 0;
  return programsWith({
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
    servers: {
      views: () => [
        {
          ...({ id: "s", name: "notes", era: "auto" } as ServerView),
          endpoint: {
            kind: "stdio",
            command: "npx",
            args: [],
            cwd: null,
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
      policyOf: (id) => (id === "s" ? serverPolicy : null),
    },
    clock: { nowMs: () => nowMs, newId: () => `p-${(last += 1)}` },
    held: { end: (id) => void removed.push(id) },
  });
}

beforeEach(() => {
  saved = [];
  updated = [];
  removed = [];
  nowMs = 1000;
  refusesUpdate = false;
  serverPolicy = defaultPolicy;
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
  expect(programs.view()).toMatchObject([{ usedAtMs: 1000, requests: 1 }]);
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

it("holds everything at first; only Watch, and asking about tool calls, are standing permissions", async () => {
  const { id } = await added();
  expect(programs.policyOf(id)?.control).toBe("review");
  expect(programs.permissionOf(id)).toBeNull();
  programs.update(id, input({ mode: "rules" }));
  expect(programs.policyOf(id)?.control).toBe("as-set");
  expect(programs.permissionOf(id)).toBeNull();
  programs.update(id, input({ mode: "watch", redact: ["secrets"] }));
  expect(programs.permissionOf(id)).toEqual({ id, name: "agent", redact: ["secrets"] });
  programs.update(id, input({ mode: "calls", passes: ["calls:Read"], passesSides: true }));
  expect(programs.policyOf(id)?.control).toBe("as-set");
  const terms = { passes: ["calls:Read"], sides: true, hook: null };
  expect(programs.permissionOf(id)).toEqual({ id, name: "agent", redact: [], terms });
  expect(programs.update(id, input()).ok && programs.permissionOf(id)).toBeNull();
  expect(programs.policyOf("s")).toBeNull();
});

it("adds a tool call that passes once, and none that is about anything else", async () => {
  const { id } = await added({ mode: "calls" });
  for (const written of ["calls:Read", "calls:Read"])
    expect(programs.pass(id, written).ok).toBe(true);
  expect(programs.view()[0]?.passes).toEqual(["calls:Read"]);
  expect(programs.pass(id, "kind:completion").ok).toBe(false);
  expect(programs.pass("other", "calls:Read").ok).toBe(false);
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

/** The only program, which `give` made, with the token that its server got. */
async function given(more: object = {}) {
  await programs.give("s", input(more));
  const [{ id } = { id: "" }] = saved;
  const [server] = updated;
  const env = server?.endpoint.kind === "stdio" ? server.endpoint.env : [];
  return { id, token: env.find(({ name }) => name === "OPENAI_API_KEY")?.value ?? "" };
}

it.each([
  ["hold", "as-set", "review"],
  ["watch", "as-set", "as-set"],
  ["watch", "rules", "as-set"],
  ["watch", "review", "review"],
  ["watch", "stopped", "stopped"],
  ["hold", "stopped", "stopped"],
])("lets a server's program do no more than the server: %s, %s", async (mode, control, result) => {
  const { id } = await given({ mode });
  serverPolicy = policySchema.parse({ control });
  expect(programs.policyOf(id)?.control).toBe(result);
  expect(programs.permissionOf(id) !== null).toBe(result === "as-set");
  expect(programs.view()).toMatchObject([{ effective: { control: result } }]);
});

it("lets a server's program use only models that both policies allow", async () => {
  const { id } = await given({ policy: { models: { allowed: ["*/small"] } } });
  const { id: other } = await added();
  serverPolicy = policySchema.parse({ models: { allowed: ["local/*"] } });
  const may = (program: string, providerId: string, modelId: string): boolean => {
    const requester = { id: program, policy: programs.policyOf(program) ?? defaultPolicy };
    const models = { providers: [], isEnabled: () => true };
    return checkModelAllowed([requester], models, program, { providerId, modelId }) === null;
  };
  expect(may(id, "local", "small")).toBe(true);
  expect([may(id, "local", "large"), may(id, "openai", "small")]).toEqual([false, false]);
  expect(may(other, "openai", "large")).toBe(true);
  const models = { allowed: ["*/small"], within: ["local/*"] };
  expect(programs.view()[0]?.effective).toMatchObject({ models });
});

it("refuses a server's program once the server is removed, until that is undone", async () => {
  const { id, token } = await given({ mode: "watch" });
  const { token: other } = await added();
  serverPolicy = null;
  programs.serverRemoved("s");
  expect(removed).toEqual([id]);
  expect(programs.admit(token)).toBeNull();
  expect(programs.policyOf(id)?.control).toBe("stopped");
  expect(programs.view()).toMatchObject([{ serverId: null }]);
  serverPolicy = defaultPolicy;
  expect(programs.admit(token)).toMatchObject({ id });
  serverPolicy = null;
  programs.serverDeleted("s");
  serverPolicy = defaultPolicy;
  expect(programs.admit(token)).toBeNull();
  expect(programs.admit(other)).not.toBeNull();
  expect(saved).toHaveLength(1);
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

it("deletes what was accepted of a program with it", async () => {
  const accepted = new AcceptedPrompts({ file: "", cipher: null, keyed: keyedHasher("k") });
  const made = programsWith({ accepted });
  const added = await made.add(programInputSchema.parse({ name: "agent" }));
  const id = added.ok ? added.value.id : "";
  accepted.accept(id, ownPartsOf({ systemPrompt: "Be exact." }), 7, () => ok(null));
  expect(made.view()).toMatchObject([{ accepted: { texts: 1, tools: 0, atMs: 7 } }]);
  expect(made.remove(id).ok).toBe(true);
  expect(accepted.of(id)).toBeNull();
});

it("accepts nothing of a request that is another by now, or that no program sent", async () => {
  const rows: string[] = [];
  let held: Partial<HeldRequest> = {};
  const made = programsWith({
    desk: { request: () => held as HeldRequest, scanner: { scanAgain: () => undefined } },
    note: (kind) => (rows.push(kind), ok(null)),
  });
  const added = await made.add(programInputSchema.parse({ name: "agent" }));
  const id = added.ok ? added.value.id : "";
  const asked = { systemPrompt: "Be exact.", messages: [] };
  const sent = (serverId: string) =>
    ({
      asked,
      proposed: null,
      askedHash: "now",
      requester: { serverId },
    }) as unknown as HeldRequest;
  held = sent("srv");
  expect(made.accept("r", "now")).toMatchObject({ failure: { kind: "not-found" } });
  held = sent(id);
  expect(made.accept("r", "before")).toMatchObject({ failure: { kind: "stale" } });
  expect([made.acceptedOf(id), rows]).toEqual([null, []]);
  expect(made.compare("r")).toMatchObject({ value: [{ kind: "system", before: null }] });
  expect(made.accept("r", "now").ok).toBe(true);
  expect(made.compare("r")).toEqual(ok([]));
  expect(made.deleteAccepted(id).ok).toBe(true);
  expect([made.acceptedOf(id), rows]).toEqual([null, ["prompt-accepted", "prompt-deleted"]]);
});
