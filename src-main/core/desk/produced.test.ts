// A request that its server carries out: gate 1 approves what runs, gate 2 what of its result is sent.
import { beforeEach, expect, it } from "vitest";
import type { Json } from "#shared/json.ts";
import { fold } from "#shared/ledger/fold.ts";
import { ruleSchema } from "#shared/rules/rule.ts";
import { MEDIA_PREFIX } from "#shared/request/document/media.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import type { Produced } from "../ports.ts";
import { settled, World } from "../testing/walks.ts";

const CALL: Json = {
  name: "delete_branch",
  arguments: { branch: "main" },
  inputSchema: { type: "object", properties: { branch: { type: "string" } } },
  outputSchema: { type: "object", required: ["ok"] },
};
const image = { type: "image", data: "aGk=", mimeType: "image/png" };
const RESULT = { result: { content: [{ type: "text", text: "done" }, image] } };
const run = (args: object): Decision => ({
  kind: "respond",
  document: { action: "run", arguments: args } as never,
});

let world: World;
let ran: { document: unknown; rowsThen: string[] }[];
let finish: (outcome: Json) => void;
let fails: (error: Error) => void;
beforeEach(() => {
  world = new World();
  ran = [];
});

async function receive(): Promise<HeldRequest> {
  world.receive(CALL, {
    requestKind: "tool-call",
    heldBy: { kind: "setting" },
    produce: (document: unknown) => {
      ran.push({ document, rowsThen: world.ledger.kinds() });
      return new Promise<Produced>((resolve, reject) => {
        finish = (response) => resolve({ response, flags: [] });
        fails = reject;
      });
    },
  });
  await settled();
  return now();
}
const now = (): HeldRequest => world.desk.requests().at(-1) as HeldRequest;
const decide = (decision: Decision) => {
  const state = now().attempts.at(-1)?.state;
  const hash =
    state !== undefined && "generatedHash" in state ? state.generatedHash : now().askedHash;
  return world.desk.decide(now().id, { revision: now().revision, hash }, decision);
};
const approve = (document: object): Decision => ({
  kind: "approve-result",
  attemptId: now().attempts.at(-1)?.id ?? "",
  document: document as never,
});

it("sends no result that cannot be read", async () => {
  await receive();
  expect(decide(run({ branch: "main" })).ok).toBe(true);
  await settled();
  finish(RESULT);
  await settled();
  const stale = { ok: false, failure: { kind: "stale" } };
  expect(decide(approve({ neither: 1 }))).toMatchObject(stale);
  expect(now().phase.kind).toBe("response");
});

it("runs exactly what was approved, once and recorded before; then shows the result before it is sent", async () => {
  const request = await receive();
  expect(request).toMatchObject({ producer: "server", heldBy: { kind: "setting" } });
  expect(decide(run({ branch: 1 }))).toMatchObject({ failure: { kind: "invalid-document" } });
  expect(decide(run({ branch: "dev" }))).toEqual({ ok: true, value: null });
  expect(decide(run({ branch: "dev" }))).toMatchObject({ failure: { kind: "stale" } });
  expect(ran).toHaveLength(1);
  expect(ran[0]).toMatchObject({ document: { ...(CALL as object), arguments: { branch: "dev" } } });
  expect(ran[0]?.rowsThen).toContain("run-approved");
  expect(now()).toMatchObject({
    phase: { kind: "response" },
    attempts: [{ producer: "server", model: null, edited: true, state: { kind: "running" } }],
  });
  expect(world.server.heard).toEqual([]);

  finish(RESULT);
  await settled();
  const made = now().attempts.flatMap(({ state }) =>
    "generated" in state ? [state.generated] : [],
  );
  const [held] = made;
  expect(JSON.stringify(held)).toContain(MEDIA_PREFIX);
  expect(world.server.heard).toEqual([]);

  // Neither a run again nor a made-up document passes for a result.
  expect(decide(approve({ action: "run" })).ok).toBe(false);
  expect(decide({ kind: "back-to-request" })).toMatchObject({ failure: { kind: "stale" } });
  expect(decide(approve(held ?? {}))).toEqual({ ok: true, value: null });
  await settled();
  expect(world.server.heard).toEqual([{ kind: "result", document: RESULT }]);
  expect(now().phase).toMatchObject({ ending: { kind: "replied", edited: false } });
  const rows = world.ledger.rowsOf(now().id);
  expect(rows.ok && fold(rows.value)?.request.phase).toEqual(now().phase);
});

it("sends an edited result, and does not send a rejected one", async () => {
  await receive();
  decide(run({ branch: "main" }));
  finish(RESULT);
  await settled();
  const edited = { result: { content: [], structuredContent: {} } };
  // It lacks what the output schema requires, which is only a note.
  expect(decide(approve(edited)).ok).toBe(true);
  await settled();
  expect(world.server.heard).toEqual([{ kind: "result", document: edited }]);
  expect(now()).toMatchObject({
    attempts: [{ edited: false }],
    phase: { ending: { kind: "replied", edited: true } },
  });

  await receive();
  decide(run({ branch: "main" }));
  finish(RESULT);
  await settled();
  decide({ kind: "reject", tellServer: false });
  await settled();
  expect(world.server.heard.at(-1)).toMatchObject({ kind: "error", code: -1 });
  expect(now().phase).toMatchObject({ ending: { kind: "rejected", gate: 2 } });
});

it("runs nothing while it cannot record, and nothing while stopped; a result waits then", async () => {
  await receive();
  world.ledger.broken = "disk full";
  expect(decide(run({ branch: "main" })).ok).toBe(false);
  world.ledger.broken = null;
  world.desk.retryLedger();
  world.desk.setSwitch("stopped");
  expect(decide(run({ branch: "main" }))).toMatchObject({ failure: { kind: "desk-stopped" } });
  expect(ran).toEqual([]);

  world.desk.setSwitch("review");
  expect(decide(run({ branch: "main" })).ok).toBe(true);
  world.desk.setSwitch("stopped");
  finish({ error: { code: 1, message: "no" } });
  await settled();
  expect(now().phase.kind).toBe("response");
  const error = { error: { code: 1, message: "no" } };
  expect(decide(approve(error))).toMatchObject({ failure: { kind: "desk-stopped" } });
  world.desk.setSwitch("review");
  expect(decide(approve(error)).ok).toBe(true);
});

it("records what became of a call that was given up, and lets no rule approve a result", async () => {
  world.book.rules = [ruleSchema.parse({ id: "r", name: "R", gate: "both", decide: "allow" })];
  await receive();
  decide(run({ branch: "main" }));
  finish(RESULT);
  await settled();
  expect(now().phase.kind).toBe("response");

  await receive();
  decide(run({ branch: "main" }));
  world.held.at(-1)?.withdraw({ kind: "call-cancelled" });
  fails(new Error("over"));
  await settled();
  expect(now()).toMatchObject({
    attempts: [{ state: { kind: "failed" } }],
    phase: { kind: "ended", ending: { kind: "cancelled" } },
  });
});
