// The room Agents: the state of each door as a table, and the panel whose switches open the dialog with that change made.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type {
  AgentCheck,
  AgentRow,
  CallsDoor,
  ToolsDoor,
  ToolsState,
} from "#shared/agents/agentRow.ts";
import type { HostServerView } from "#shared/agents/gateway/gatewayView.ts";
import { ok } from "#shared/outcome.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { t } from "#words/index.ts";
import { view } from "#data/view.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";
import type { TestMainParts } from "../../testing/testMain.ts";
import { callsState, serversState, toolsState } from "./doorStates.ts";

const HOUR_MS = 3_600_000;
const SET = { actions: "asked", absent: "block" } as const;
const checkOf = (came: AgentCheck["results"][number]["came"]): AgentCheck => ({
  atMs: Date.now() - HOUR_MS,
  version: "2.1.332",
  folder: "/tmp/check",
  command: "touch seen",
  results: (["rejected", "undecided", "absent", "subagent"] as const).map((one) => ({
    try: one,
    came: one === "subagent" ? came : "held",
    tookMs: 900,
  })),
  tokens: 1_200,
});
const toolsOf = (state: ToolsState): ToolsDoor => ({
  state,
  choices: state.kind === "direct" ? null : SET,
  hasPermission: true,
  blocksOnFailure: true,
  limitMs: HOUR_MS,
  canBeChecked: true,
});
const callsOf = (state: CallsDoor["state"]): CallsDoor => ({
  state,
  provider: "Anthropic",
  programId: state.kind === "direct" ? null : "p1",
});
const server = (name: string, more: Partial<HostServerView> = {}): HostServerView => ({
  name,
  path: ["mcpServers", name],
  where: `npx ${name}`,
  state: "direct",
  isOff: false,
  sessions: 0,
  ...more,
});
const through = (name: string): HostServerView =>
  server(name, { state: "through", serverId: name });
const FILE = "/home/a/.claude.json";
const rowOf = (more: Partial<AgentRow> = {}, servers: HostServerView[] = []): AgentRow => ({
  name: "Claude Code",
  agent: "claude-code",
  version: "2.1.332",
  hasWindow: false,
  usedAtMs: null,
  lastRequestMs: Date.now(),
  tools: toolsOf({ kind: "direct" }),
  servers: [{ program: "Claude Code", file: FILE, servers, faults: [] }],
  calls: callsOf({ kind: "direct" }),
  changed: [],
  ...more,
});

const since = { sinceMs: Date.now() - HOUR_MS };
const unchecked = (more: Partial<Extract<ToolsState, { kind: "unchecked" }>>): ToolsState => ({
  kind: "unchecked",
  outdated: null,
  needs: [],
  ...more,
});

test.each<[ToolsState, string, string, RegExp]>([
  [{ kind: "direct" }, "none", "Direct", /^not set up$/],
  [unchecked({}), "warn", "Not seen yet", /first action/],
  [unchecked({ needs: ["restart"] }), "warn", "Not restarted yet", /^restart Claude Code$/],
  [unchecked({ needs: ["restart", "trust"] }), "warn", "Not trusted yet", /^run \/hooks/],
  [unchecked({ needs: ["trusted-folder"] }), "warn", "Folder not trusted", /Claude Code$/],
  [unchecked({ needs: ["trust", "node"] }), "warn", "Needs Node.js", /20/],
  [unchecked({ outdated: { why: "version", ...since } }), "warn", "Not checked", /to 2\.1\.332$/],
  [unchecked({ outdated: { why: "file", ...since } }), "warn", "Not checked", /files/],
  [unchecked({ outdated: { why: "hook", ...since } }), "warn", "Not checked", /hook/],
  [{ kind: "held", ...since, check: checkOf("held") }, "ok", "Held", /^checked /],
  [{ kind: "held", ...since, check: null }, "ok", "Held", /^seen /],
  [
    { kind: "opens", ...since, limitMs: 60_000, check: null },
    "warn",
    "Opens if it times out",
    /: 60 s$/,
  ],
  [{ kind: "not-held", check: checkOf("ran") }, "warn", "Not held", /got past you/],
  [{ kind: "changed", what: ["script"] }, "warn", "Changed", /not as/],
])("built-in tools %j are %s: %s", (state, tone, word, below) => {
  const shown = toolsState(t, rowOf({ tools: toolsOf(state) }));
  expect(shown).toMatchObject({ tone, word });
  expect(shown?.below).toMatch(below);
});

test.each<[string, HostServerView[], string, string, string]>([
  ["none", [], "none", "None", ""],
  ["direct", [server("a"), server("b")], "none", "Direct", "2 servers"],
  ["some", [through("a"), server("b")], "part", "1 of 2", "through Countersign"],
  ["all", [through("a"), through("b")], "ok", "2 of 2", "through Countersign"],
  [
    "one not used so yet",
    [through("a"), server("b", { state: "after-restart", serverId: "b" })],
    "warn",
    "1 of 2",
    "after a restart",
  ],
  [
    "one changed in the file",
    [through("a"), server("b", { state: "drifted", serverId: "b" })],
    "warn",
    "Changed in the file",
    "2 servers",
  ],
  [
    "one started from elsewhere as well",
    [{ ...through("a"), alsoDirect: [{ kind: "plugin", file: "/p" }] }],
    "warn",
    "1 of 1",
    "also started directly",
  ],
])("servers, %s", (_what, servers, tone, word, below) => {
  expect(serversState(t, rowOf({}, servers))).toEqual({ tone, word, below });
});

test("model calls are held once one has come, and a missing door is no state", () => {
  const shown = (state: CallsDoor["state"]) =>
    callsState(t, rowOf({ calls: callsOf(state) }), undefined);
  expect(shown({ kind: "direct" })).toMatchObject({ tone: "none", word: "Direct" });
  expect(shown({ kind: "unused" })).toMatchObject({ tone: "warn", word: "Not used yet" });
  expect(shown({ kind: "held", lastMs: Date.now() })).toMatchObject({ tone: "ok", word: "Held" });
  // Only what waits is called held.
  const watched = { ...programInputSchema.parse({ name: "a", mode: "watch" }) } as ProgramView;
  const seen = rowOf({ calls: callsOf({ kind: "held", lastMs: Date.now() }) });
  expect(callsState(t, seen, watched)).toMatchObject({ tone: "none", word: "Watch" });
  expect(callsState(t, seen, { ...watched, mode: "calls" })).toMatchObject({
    tone: "ok",
    word: "Ask about tool calls",
  });
  expect(callsState(t, rowOf({ calls: null }), undefined)).toBeNull();
  expect(toolsState(t, rowOf({ tools: null }))).toBeNull();
});

const codex = rowOf({
  name: "Codex",
  agent: "codex",
  tools: { ...toolsOf(unchecked({ needs: ["trust"] })), blocksOnFailure: false },
  servers: [],
});
const claude = rowOf(
  {
    tools: toolsOf({ kind: "held", ...since, check: checkOf("held") }),
    changed: [{ file: "/home/a/.claude/settings.json", door: "tools", added: 8, removed: 0 }],
  },
  [through("github"), server("sentry"), server("own", { notWrappable: "foreign" })],
);

async function roomOf(agents: AgentRow[], answers: TestMainParts["answers"] = {}) {
  const main = new TestMain({
    answers: {
      "agents.list": () => ok(agents),
      "hosts.look": () => ok({ hosts: [], others: [] }),
      "agents.previewSetup": () => ok([]),
      "agents.previewUndo": () => ok([]),
      ...answers,
    },
  });
  return { main, ...(await openWindow(main, { screen: "agents" })) };
}
const panel = (name: string) => within(screen.getByRole("complementary", { name }));
const lastSetup = (main: TestMain) => main.called("agents.previewSetup").at(-1);

test("a switch or a choice opens the dialog with that change already made, and writes nothing", async () => {
  const { main, user } = await roomOf([claude]);
  const now = {
    tools: SET,
    servers: [{ file: FILE, path: ["mcpServers", "github"] }],
    calls: false,
  };
  const sentry = { file: FILE, path: ["mcpServers", "sentry"] };
  const of = panel("Claude Code");
  const cases: [() => Promise<void>, object][] = [
    [
      () => user.click(of.getByRole("switch", { name: /^sentry/ })),
      {
        servers: [...now.servers, sentry],
      },
    ],
    [() => user.click(of.getByRole("switch", { name: /^github/ })), { servers: [] }],
    [() => user.click(of.getByRole("switch", { name: /model calls/ })), { calls: true }],
    [() => user.click(of.getByRole("switch", { name: /built-in tools/ })), { tools: null }],
  ];
  for (const [act, change] of cases) {
    await act();
    await waitFor(() => expect(lastSetup(main)).toEqual(["Claude Code", { ...now, ...change }]));
    await user.keyboard("{Escape}");
  }
  expect(of.getByRole("switch", { name: /^own/ })).toHaveProperty("disabled", true);
  expect(of.getByText(/enter it yourself/)).toBeDefined();
  expect(of.getByText(/^checked .*, 4 of 4 tries$/)).toBeDefined();
  expect(main.called("agents.setUp")).toEqual([]);
  await user.click(of.getByRole("button", { name: /^View the changes/ }));
  await waitFor(() =>
    expect(main.called("agents.previewUndo")).toEqual([["Claude Code", ["tools"]]]),
  );
});

test("rows are selected by arrows and J and K, Enter leads into the panel, and what an agent needs is said there", async () => {
  const { user, inMain } = await roomOf([claude, codex]);
  await user.click(screen.getByRole("button", { name: /^Claude Code/ }));
  await user.keyboard("{ArrowDown}");
  expect(panel("Codex").getByText(/type \/hooks/)).toBeDefined();
  expect(panel("Codex").getByText(/runs the action all the same/)).toBeDefined();
  await user.keyboard("{Enter}");
  expect(document.activeElement?.closest("aside")).not.toBeNull();
  await user.keyboard("k");
  expect(view.getState().agentRow).toEqual({ agent: "Claude Code" });
  await user.keyboard("j");
  expect(view.getState().agentRow).toEqual({ agent: "Codex" });
  await inMain(() => undefined);
  expect(screen.getByText(/^2 agents/)).toBeDefined();
});

test("an empty room says what to do, and an entry for another agent can be removed", async () => {
  const { close } = await roomOf([]);
  expect(screen.getByText("No agents found")).toBeDefined();
  close();
  const entry = { id: "e1", serverId: "s1", name: "notes", atMs: 0, isUsed: true, sessions: 1 };
  const { main, user } = await roomOf([], {
    "hosts.look": () => ok({ hosts: [], others: [entry] }),
    "hosts.disconnect": () => ok(null),
  });
  await user.click(panel("notes").getByRole("button", { name: "Remove" }));
  expect(main.called("hosts.disconnect")).toEqual([["e1"]]);
});
