// An agent's hook on the whole way to a team on a real PostgreSQL: started as Claude Code starts it, with a real file.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import { actionIn } from "#shared/request/kinds/action/document.ts";
import type { ActionFile } from "#shared/request/kinds/action/document.ts";
import { ok } from "#shared/outcome.ts";
import type { Decision } from "#shared/request/life/decision.ts";
import { openHooks, recordedEvent, runHook, setUpClaude } from "./testing/hooked.ts";
import { database, desk, policy, setPolicy, useTeam } from "./testing/teamDesk.ts";
import type { TestDesk } from "./testing/teamDesk.ts";

useTeam();

let root: string;
let ana: TestDesk;
let hooks: Awaited<ReturnType<typeof openHooks>>;
const at = (...names: string[]): string => path.join(root, ...names);

beforeEach(async () => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "countersign-team-hooks-")));
  for (const name of ["home/.claude", "profile", "project"])
    mkdirSync(at(name), { recursive: true });
  vi.stubEnv("HOME", at("home"));
  vi.stubEnv("CLAUDE_CONFIG_DIR", undefined);
  writeFileSync(at("home/.claude/settings.json"), "{}\n");
  writeFileSync(at("project/notes.txt"), "one\ntwo\nthree\nfour\nfive\nsix secret\n");
  ana = await desk("ana");
  hooks = await openHooks({
    profile: at("profile"),
    desk: ana.desk,
    note: () => ok(null),
    fault: () => undefined,
  });
  await setUpClaude(hooks, { actions: "changes", absent: "block", team: true });
});
afterEach(async () => {
  await ana.desk.close();
  await hooks.close();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const event = (is: (input: JsonObject) => boolean): JsonObject =>
  recordedEvent(at("project"), "bypass", "PreToolUse", is);
const hook = (told: JsonObject) => runHook(at("home/.claude/settings.json"), at("project"), told);
const edits = () => event(({ old_string }) => old_string === "one");
const makes = () => event(({ command }) => command === "touch made.txt");

/** The action that waits at this desk, with this text. */
async function card(one: TestDesk, text: string): Promise<string> {
  const shown = () =>
    one.desk
      .requests()
      .find(
        ({ phase, proposed }) =>
          phase.kind === "request" && JSON.stringify(proposed).includes(text),
      )?.id;
  await vi.waitFor(() => expect(shown(), text).toBeDefined(), { timeout: 10_000 });
  return shown() ?? "";
}
const fileAt = (one: TestDesk, id: string): ActionFile | undefined =>
  actionIn(one.desk.request(id)?.proposed ?? {})?.files[0];
const allow: Decision = { kind: "respond", document: { verdict: "allow" } as never };
const said = (permissionDecision: string, more: object = {}) => ({
  code: 0,
  stderr: "",
  said: { hookEventName: "PreToolUse", permissionDecision, ...more },
});

it("tells the hook what two people decided about the file as it is, and reads no file for another desk", async () => {
  await setPolicy(await desk("olga"), { twoPeople: ["kind:action"] });
  const [bo, cy] = [await desk("bo"), await desk("cy")];
  const edited = hook(edits());
  const id = await card(bo, "notes.txt");
  await card(cy, "notes.txt");
  const both = async () => {
    expect(await bo.decide(id, allow)).toEqual(ok(null));
    await vi.waitFor(() =>
      expect(cy.team.view().requests[id]?.proposal).toMatchObject({ votes: ["bo"] }),
    );
    expect(await cy.decide(id, allow)).toEqual(ok(null));
  };
  const before = fileAt(cy, id);
  // The rest of the file is not for the team.
  expect(before?.diff).toContain("-one");
  expect(JSON.stringify(cy.desk.request(id))).not.toContain("six secret");
  writeFileSync(at("project/notes.txt"), "zero\none\n");
  await both();
  await vi.waitFor(() => expect(fileAt(cy, id)?.diff).toContain(" zero"));
  await vi.waitFor(() =>
    expect(bo.desk.request(id)?.askedHash).toBe(cy.desk.request(id)?.askedHash),
  );
  expect(fileAt(cy, id)?.sha256).not.toBe(before?.sha256);
  await both();
  expect(await edited).toEqual(said("allow"));
  writeFileSync(at("project/notes.txt"), "zero\nuno\n");
  await hook({ ...edits(), hook_event_name: "PostToolUse", tool_response: {} });
  await vi.waitFor(() => expect(cy.desk.request(id)?.completed).toEqual({ differs: true }));
  // Another desk's action names this very file.
  const params = { ...actionIn(cy.desk.request(id)?.proposed ?? {}), callId: "of bo" };
  const { requester } = ana.desk.request(id) ?? {};
  const other = bo.ask(params, {
    requestKind: "action",
    reply: { kind: "hook" },
    policy,
    ...(requester === undefined ? {} : { requester }),
  });
  await ana.sees(other, "request");
  expect(await hooks.held.filesOf(other)).toEqual([]);
  const rejects: Decision = { kind: "reject", tellServer: false };
  expect(await bo.decide(other, rejects)).toEqual(ok(null));
  await setPolicy(await desk("olga"), {});
});

it("tells the hook no in the words of another desk, and blocks once it hears nothing", async () => {
  const bo = await desk("bo");
  const rejected = hook(makes());
  const note = "Not “made.txt”:\n\tuse the script.";
  const first = await card(bo, "touch made.txt");
  expect(await bo.decide(first, { kind: "reject", note, tellServer: true })).toEqual(ok(null));
  expect(await rejected).toEqual(said("deny", { permissionDecisionReason: note }));
  // Nothing of its desk is there any more that could tell it of an approval.
  const lost = hook({ ...makes(), tool_use_id: "lost" });
  const id = await card(bo, "touch made.txt");
  await hooks.closeGateway();
  expect(await lost).toMatchObject({ code: 2, said: null });
  await bo.sees(id, "ended");
  expect(bo.desk.request(id)?.phase).toMatchObject({ ending: { kind: "cancelled" } });
  expect(await bo.decide(id, allow)).toMatchObject({ ok: false });
});

it("lets the choice pass what changes nothing, without a word to the database", async () => {
  const reads = event(({ limit }) => limit === 1);
  expect(await hook(reads)).toEqual({ code: 0, stderr: "", said: null });
  await ana.team.requests.idle();
  const sql = await database.sql("aud");
  const { rows } = await sql.query("SELECT sample FROM countersign.event");
  await sql.end();
  const passed = ana.desk.requests().find(({ id }) => !ana.team.requests.isTeams(id));
  expect(passed?.phase.kind).toBe("ended");
  expect(rows.map((row: { request: string }) => row.request)).not.toContain(passed?.id);
});
