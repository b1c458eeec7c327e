// Setting agents up from the start page, checking and undoing: what the choices start with, the change that follows
// them, and what is said when it can't be made.
import { render as mount, screen, waitFor, within } from "@testing-library/react";
import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import type {
  AgentCheck,
  AgentRow,
  AgentSetup,
  Door,
  ToolsDoor,
  ToolsState,
} from "#shared/agents/agentRow.ts";
import type { AgentChange } from "#shared/agents/agentRow.ts";
import type { HostServerView } from "#shared/agents/gateway/gatewayView.ts";
import { fail, ok } from "#shared/outcome.ts";
import { noTeam } from "#shared/team/view.ts";
import type { TeamView } from "#shared/team/view.ts";
import { view } from "#data/view.ts";
import { openWindow } from "../../../testing/openWindow.tsx";
import { TestMain } from "../../../testing/testMain.ts";
import type { TestMainParts } from "../../../testing/testMain.ts";
import { CheckDialog } from "./CheckDialog.tsx";
import { offeredSetup } from "./setup.ts";
import { UndoDialog } from "./UndoDialog.tsx";

const FILE = "/home/a/.claude.json";
const SETTINGS = "/home/a/.claude/settings.json";

const tools = (more: Partial<ToolsDoor> = {}): ToolsDoor => ({
  state: { kind: "direct" },
  choices: null,
  hasPermission: true,
  blocksOnFailure: true,
  limitMs: 3_600_000,
  canBeChecked: true,
  ...more,
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
const rowOf = (more: Partial<AgentRow> = {}): AgentRow => ({
  name: "Claude Code",
  agent: "claude-code",
  version: "2.1.332",
  hasWindow: false,
  usedAtMs: 1000,
  lastRequestMs: null,
  tools: tools(),
  servers: [],
  calls: null,
  changed: [],
  ...more,
});
const host = (...servers: HostServerView[]) => [
  { program: "Claude Code", file: FILE, servers, faults: [] },
];
const change = (file: string, hash: string | null, before: string, after: string): AgentChange => ({
  file,
  hash,
  backup: hash === null ? null : `${file}.backup`,
  before,
  after,
});
const place = (name: string) => ({ file: FILE, path: ["mcpServers", name] });
const HELD: AgentCheck = {
  atMs: 0,
  version: "2.1.332",
  folder: "/tmp/check",
  command: "touch canary",
  results: (["rejected", "undecided", "absent", "subagent"] as const).map((one) => ({
    try: one,
    came: "held" as const,
    tookMs: 41,
  })),
  tokens: 2310,
};

async function opened(
  rows: AgentRow[],
  answers: TestMainParts["answers"] = {},
  team: TeamView = noTeam,
) {
  const main: TestMain = new TestMain({
    answers: {
      "agents.list": () => ok(rows),
      "agents.previewSetup": (_name, setup) => ok(changesOf(setup)),
      "agents.setUp": () => ok({ confirm: [] }),
      "agents.check": () => ok(HELD),
      ...answers,
    },
  });
  main.with({ snapshot: { team } });
  return { main, ...(await openWindow(main)) };
}

/** A file for the tools, and one for the servers. */
const changesOf = ({ tools: chosen, servers }: AgentSetup): AgentChange[] => [
  ...(chosen === null ? [] : [change(SETTINGS, null, "", JSON.stringify(chosen))]),
  ...(servers.length === 0 ? [] : [change(FILE, "h2", "{}\n", "{\n  relay\n}\n")]),
];
const render = (shown: ReactNode) => mount(<Tooltip.Provider>{shown}</Tooltip.Provider>);
const dialog = () => within(screen.getByRole("dialog"));
const apply = (name: RegExp) => dialog().findByRole("button", { name });
const enabled = async (name: RegExp) =>
  waitFor(async () => {
    const found = await apply(name);
    expect(found).toHaveProperty("disabled", false);
    return found;
  });

test("starts with what is recommended, or with what is set up", () => {
  const usual = { actions: "asked", absent: "block" };
  const set = { actions: "everything", absent: "leave" } as const;
  const some = host(server("a"), server("b", { notWrappable: "placeholders" }), server("c"));
  const one = host(server("a"), server("c", { state: "through", serverId: "s1" }));
  const table: [Partial<AgentRow>, unknown][] = [
    [{ servers: some }, { tools: usual, servers: [place("a"), place("c")], calls: false }],
    [
      { tools: tools({ hasPermission: false }) },
      { tools: { ...usual, actions: "changes" }, servers: [], calls: false },
    ],
    [
      { tools: null, servers: one },
      { tools: null, servers: [place("c")], calls: false },
    ],
    [{ servers: one }, { tools: usual, servers: [place("c")], calls: false }],
    [
      {
        tools: tools({ choices: set }),
        calls: { state: { kind: "unused" }, provider: "Anthropic", programId: "p" },
      },
      { tools: set, servers: [], calls: true },
    ],
  ];
  for (const [row, expected] of table) expect(offeredSetup(rowOf(row))).toEqual(expected);
});

test("from the start page: the agent used last first; its change follows each choice, and only what is shown is done", async () => {
  const old = rowOf({ name: "Codex", agent: "codex", usedAtMs: null, servers: host(server("x")) });
  const servers = host(server("github"), server("odd", { notWrappable: "foreign" }));
  const row = rowOf({ servers });
  const { main, user } = await opened([old, row]);
  const buttons = screen.getAllByRole("button", { name: /Review what it does/ });
  expect(buttons.map((one) => one.getAttribute("aria-label")?.split(":")[0])).toEqual([
    "Claude Code",
    "Codex",
  ]);
  expect(document.activeElement).toBe(buttons[0]);
  expect(screen.getByText("Commands, edits, 2 MCP servers")).toBeDefined();
  await user.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Review what Claude Code does" });
  await enabled(/^Change 2 files/);
  expect(dialog().getByText(/^odd: /)).toBeDefined();
  expect(dialog().queryByRole("checkbox", { name: "odd" })).toBeNull();
  await user.click(dialog().getByRole("checkbox", { name: "github" }));
  await user.click(dialog().getByRole("radio", { name: /^Everything/ }));
  await user.click(dialog().getByRole("radio", { name: "Let Claude Code ask" }));
  const chosen = { tools: { actions: "everything", absent: "leave" }, servers: [], calls: false };
  await user.click(await enabled(/^Change 1 file$/));
  expect(main.called("agents.setUp")).toEqual([["Claude Code", chosen, { [SETTINGS]: null }]]);
  // Nothing is run before the click.
  await screen.findByRole("dialog", { name: "Claude Code is set up" });
  expect(dialog().getByText(/may cost model calls/)).toBeDefined();
  expect(main.called("agents.check")).toEqual([]);
  await user.click(dialog().getByRole("button", { name: "Check now" }));
  await screen.findByRole("dialog", { name: "Claude Code is held" });
  expect(dialog().getAllByText("No file, refused after 41 ms")).toHaveLength(2);
  expect(dialog().getAllByText("No file")).toHaveLength(2);
  expect(dialog().getByText("2,310 tokens of your Claude Code plan")).toBeDefined();
  expect(dialog().getByText(/files that you mention with @/)).toBeDefined();
});

test(
  "in a team, what comes to the user can go to the team, and stays so with another choice",
  { tags: ["long"] },
  async () => {
    const settings = {
      url: "postgres://ana@db/desk",
      label: "Ana",
      authorities: null,
      allowPlain: false,
    };
    const { main, user } = await opened([rowOf()], {}, { ...noTeam, settings });
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog");
    await user.click(await dialog().findByRole("radio", { name: /^The team/ }));
    await user.click(dialog().getByRole("radio", { name: /^Everything/ }));
    await user.click(await enabled(/^Change 1 file/));
    const chosen = { actions: "everything", absent: "block", team: true };
    expect(main.called("agents.setUp")).toMatchObject([["Claude Code", { tools: chosen }, {}]]);
  },
);

test("nothing is changed before its change is shown, and a file that changed meanwhile is shown anew", async () => {
  let reads = 0;
  let answer: (() => void) | null = null;
  const { main, user } = await opened([rowOf()], {
    "agents.previewSetup": (_name, setup) => {
      reads += 1;
      const now = ok([change(SETTINGS, `h${reads}`, "{}", JSON.stringify(setup.tools))]);
      return reads === 2 ? new Promise((done) => (answer = () => done(now))) : now;
    },
    "agents.setUp": () => fail({ kind: "stale" }),
  });
  await user.keyboard("{Enter}");
  await enabled(/^Change 1 file/);
  await user.click(dialog().getByRole("radio", { name: /^Everything/ }));
  // The diff on screen is of the last choice.
  expect(await apply(/^Change 1 file/)).toHaveProperty("disabled", true);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(main.called("agents.setUp")).toEqual([]);
  await waitFor(() => expect(answer).not.toBeNull());
  (answer as (() => void) | null)?.();
  await user.click(await enabled(/^Change 1 file/));
  expect(main.called("agents.setUp")).toMatchObject([
    ["Claude Code", { tools: { actions: "everything" } }, { [SETTINGS]: "h2" }],
  ]);
  expect(await dialog().findByText(/changed while you were deciding/)).toBeDefined();
  await enabled(/^Change 1 file/);
  expect(reads).toBe(3);
});

test(
  "an agent that can't leave its questions to its hook, or runs what its hook can't answer, says so",
  { tags: ["long"] },
  async () => {
    const { user } = await opened([
      rowOf({
        tools: tools({ hasPermission: false, blocksOnFailure: false, canBeChecked: false }),
      }),
    ]);
    await user.keyboard("{Enter}");
    const asked = await dialog().findByRole("radio", { name: /^What it would ask/ });
    expect(asked).toHaveProperty("disabled", true);
    expect(dialog().getByText(/doesn’t tell its hook/)).toBeDefined();
    expect(dialog().getByText(/hangs for 60 min/)).toBeDefined();
    await user.click(await enabled(/^Change 1 file/));
    await screen.findByRole("dialog", { name: "Claude Code is set up" });
    expect(dialog().queryByRole("button", { name: "Check now" })).toBeNull();
    expect(dialog().getByText(/first action is the check/)).toBeDefined();
  },
);

test("servers alone need no check, and are then confirmed", { tags: ["long"] }, async () => {
  const row = rowOf({ name: "Cursor", agent: null, tools: null, servers: host(server("a")) });
  const { user } = await opened([row], { "agents.setUp": () => ok({ confirm: ["s1"] }) });
  await user.keyboard("{Enter}");
  await user.click(await enabled(/^Change 1 file/));
  await waitFor(() =>
    expect(view.getState()).toMatchObject({ serverDialog: { kind: "review", ids: ["s1"] } }),
  );
});

test(
  "a check says what got past, what wasn't tried and what the agent still needs; it can be stopped",
  { tags: ["long"] },
  async () => {
    const [, ...others] = HELD.results;
    const withCame = (came: "ran" | "not-tried"): AgentCheck => ({
      ...HELD,
      results: [{ try: "rejected", came, tookMs: 5 }, ...others],
      tokens: null,
    });
    const titles: [AgentCheck, string][] = [
      [withCame("ran"), "Claude Code isn’t held"],
      [withCame("not-tried"), "Claude Code: not everything could be tried"],
      [{ ...HELD, results: others, tokens: null }, "Claude Code: not everything could be tried"],
      [{ ...HELD, results: [], tokens: null }, "Claude Code: not everything could be tried"],
    ];
    const state: ToolsState = { kind: "unchecked", outdated: null, needs: ["trust", "restart"] };
    const row = rowOf({ tools: tools({ state }) });
    for (const [check, title] of titles) {
      const { main, user, close } = await opened([], { "agents.check": () => ok(check) });
      const shown = render(<CheckDialog row={row} onClose={() => {}} />);
      expect(dialog().getByText(/type \/hooks/)).toBeDefined();
      expect(main.called("agents.check")).toEqual([]);
      await user.click(dialog().getByRole("button", { name: "Check now" }));
      await screen.findByRole("dialog", { name: title });
      expect(dialog().getByText("Claude Code doesn’t say")).toBeDefined();
      shown.unmount();
      close();
    }
    let end: (() => void) | null = null;
    const { main, user } = await opened([], {
      "agents.check": () => new Promise((done) => (end = () => done(fail({ kind: "cancelled" })))),
      "agents.stopCheck": () => {
        end?.();
        return ok(null);
      },
    });
    render(<CheckDialog row={row} onClose={() => {}} />);
    await user.click(dialog().getByRole("button", { name: "Check now" }));
    await user.click(dialog().getByRole("button", { name: "Stop" }));
    expect(await dialog().findByRole("button", { name: "Check now" })).toBeDefined();
    expect(main.called("agents.stopCheck")).toEqual([["Claude Code"]]);
  },
);

test("undoes the doors that are ticked, as shown", async () => {
  const { main, user } = await opened([], {
    "agents.previewUndo": (_name, doors) =>
      ok(doors.map((door) => change(`/home/a/${door}`, door, "relay\n", "own\n"))),
    "agents.undo": () => ok(null),
  });
  const doors: Door[] = ["tools", "servers"];
  let isClosed = false;
  render(<UndoDialog row={rowOf()} doors={doors} onClose={() => (isClosed = true)} />);
  await enabled(/^Undo in 2 files/);
  // The second file is a line.
  await user.click(dialog().getByRole("button", { name: "Show" }));
  await user.click(dialog().getByRole("checkbox", { name: "Built-in tools" }));
  await user.click(await enabled(/^Undo in 1 file/));
  expect(main.called("agents.undo")).toEqual([
    ["Claude Code", ["servers"], { "/home/a/servers": "servers" }],
  ]);
  await waitFor(() => expect(isClosed).toBe(true));
});
