// The servers screen: the confirmation before a start, the forms, signing in.
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import { defaultPolicy } from "#shared/servers/policy/policy.ts";
import type { ServerView } from "#shared/servers/server.ts";
import type { SignInAsk, SignInStep } from "#shared/servers/signIn.ts";
import { failureText } from "#words/failure.tsx";
import { t } from "#words/index.ts";
import { aServer } from "../../testing/aServer.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";
import { view } from "#data/view.ts";
import type { TestMainParts } from "../../testing/testMain.ts";

const roomOf = async (server: ServerView, parts: TestMainParts = {}) => {
  const main = new TestMain({ ...parts, snapshot: { servers: [server], ...parts.snapshot } });
  return { main, ...(await openWindow(main, { screen: "servers", serverId: server.id })) };
};
const panel = () => within(screen.getByRole("complementary", { name: /^Server / }));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const isOff = (element: HTMLElement): boolean =>
  Reflect.get(element, "disabled") === true || element.getAttribute("aria-disabled") === "true";

const SHA256 = "ab".repeat(32);
const asking: ServerView["state"] = { kind: "needs-confirmation", hash: "h1", changed: false };

test("shows a command before it starts, without its secrets; when declined, the server is turned off", async () => {
  const { main, user, passGuard } = await roomOf(
    aServer({
      endpoint: {
        kind: "stdio",
        command: "/usr/bin/node",
        args: ["own.mjs"],
        cwd: null,
        env: [{ name: "API_TOKEN", secret: true, present: true }],
        hostEnv: ["GIT_TOKEN"],
      },
      state: asking,
    }),
    { answers: { "servers.enable": () => ok(null) } },
  );
  await user.click(button("Review command…"));
  const dialog = await screen.findByRole("dialog", { name: /Start “Notes” on this computer\?/ });
  expect(isOff(within(dialog).getByRole("button", { name: "Start" }))).toBe(true);
  await passGuard();
  const named = ["API_TOKEN", "GIT_TOKENprovided by the agent"];
  for (const words of ["/usr/bin/node", "own.mjs", ...named, "without a shell"]) {
    expect(dialog.textContent).toContain(words);
  }
  await user.click(within(dialog).getByRole("button", { name: "Don’t start" }));
  expect(main.called("servers.enable")).toEqual([["s", false]]);
  expect(main.called("servers.confirm")).toEqual([]);
});

const inNeed = (id: string): ServerView =>
  aServer({ id, name: id, state: { ...asking, hash: `hash of ${id}` } });
const tool = { name: "echo", inputSchema: {} };

test("a failure to start is shown in the dialog that asks again", { tags: ["long"] }, async () => {
  const failure = { kind: "not-recorded", detail: "" } as const;
  const { user, passGuard, pass } = await roomOf(inNeed("a"), {
    answers: { "servers.confirm": () => fail(failure) },
  });
  act(() => view.setState({ serverDialog: { kind: "review", ids: ["a"] } }));
  await screen.findByRole("dialog");
  await passGuard();
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Start" }));
  await pass(50);
  expect(within(screen.getByRole("dialog")).getByText(failureText(t, failure).what)).toBeDefined();
});

test(
  "from another room's banner: Enter starts one after the other, and ends at a tool",
  { tags: ["long"] },
  async () => {
    const [a, b] = [inNeed("a"), inNeed("b")];
    const main = new TestMain({
      snapshot: { servers: [b, a] },
      answers: { "servers.confirm": () => ok(null) },
    });
    const { user, passGuard, inMain, pass } = await openWindow(main, { screen: "history" });
    expect(screen.getByRole("main").textContent).toContain("2 servers need your approval.");
    await user.click(button("Review command…"));
    await act(() => vi.dynamicImportSettled());
    await pass(50);
    const dialog = (): HTMLElement => screen.getByRole("dialog");
    expect(dialog().textContent).toContain("Start “a” on this computer?");
    expect(dialog().textContent).toContain("1 more needs approval");
    await pass(10);
    // Too early: nobody has read it yet.
    await user.keyboard("{Enter}");
    expect(main.called("servers.confirm")).toEqual([]);
    await passGuard();
    await user.keyboard("{Enter}");
    expect(dialog().textContent).toContain("Start “b” on this computer?");
    await user.keyboard("{Enter}");
    await passGuard();
    await user.keyboard("{Enter}");
    expect(main.called("servers.confirm")).toEqual([
      ["a", "hash of a"],
      ["b", "hash of b"],
    ]);
    expect(dialog().textContent).toContain("2 servers approved");
    expect(isOff(button(/^Run a tool/))).toBe(true);
    const connected = { state: { kind: "connected" as const, sinceMs: 0 }, tools: [tool] };
    await inMain(() => main.push({ kind: "server", server: { ...a, ...connected } }));
    expect(dialog().textContent).toContain("Connected · 1 tool");
    await user.keyboard("{Enter}");
    expect(view.getState()).toMatchObject({
      screen: "workbench",
      serverDialog: null,
      item: { serverId: "a", kind: "tool", name: "echo" },
    });
  },
);

test(
  "from its row: Escape starts nothing, and it still needs approval",
  { tags: ["long"] },
  async () => {
    const { main, user, passGuard } = await roomOf(inNeed("a"));
    await user.click(button("Needs approval: review “a”"));
    await passGuard();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(main.calls.filter(({ channel }) => /confirm|enable/.test(channel))).toEqual([]);
    expect(screen.getByRole("row", { name: /^a/ }).textContent).toContain("Needs approval");
  },
);

test(
  "a dropped config is shown before anything is added; a file without one is reported",
  { tags: ["long"] },
  async () => {
    const { main, user, pass } = await roomOf(aServer(), {
      answers: { "servers.add": () => ok({ ids: ["r"], failure: null }) },
    });
    const drop = async (file: File): Promise<HTMLElement> => {
      fireEvent.drop(screen.getByRole("table", { name: "Servers" }), {
        dataTransfer: { types: ["Files"], files: [file] },
      });
      await pass(50);
      return screen.getByRole("dialog", { name: `Import from “${file.name}”` });
    };
    const none = await drop(new File(["no config"], "notes.txt"));
    expect(none.textContent).toContain("This isn’t valid JSON");
    expect(isOff(within(none).getByRole("button", { name: "Add servers" }))).toBe(true);
    await user.keyboard("{Escape}");
    const large = new File(["{}"], "large.json");
    Object.defineProperty(large, "size", { value: 9 * 1024 * 1024 });
    expect((await drop(large)).textContent).toContain("The file can’t be read.");
    await user.keyboard("{Escape}");
    const config = { mcpServers: { files: { command: "npx", args: ["files@1.0.0"] } } };
    const good = await drop(new File([JSON.stringify(config)], "mcp.json"));
    expect(good.textContent).toContain("npx files@1.0.0");
    expect(main.called("servers.add")).toEqual([]);
    await user.click(within(good).getByRole("button", { name: "Add 1 server" }));
    expect(main.called("servers.add")).toMatchObject([[[{ name: "files" }]]]);
  },
);

test(
  "the panel shows what a server can do, then what it may do, then its hashes",
  { tags: ["long"] },
  async () => {
    const identity = {
      kind: "program" as const,
      command: "node",
      args: [],
      path: "/n",
      sha256: SHA256,
    };
    await roomOf(
      aServer({
        tools: [tool],
        negotiated: { era: "legacy", protocolVersion: "2025-11-25", capabilities: {} },
        known: {
          identity,
          hash: "k",
          changed: [],
          tools: { changed: [], added: [], gone: [] },
        },
      }),
    );
    const labels = panel()
      .getAllByRole("heading", { level: 2 })
      .map(({ textContent }) => textContent);
    const at = (label: string): number => labels.indexOf(label);
    const order = [
      "Offers",
      "Command",
      "Approval mode",
      "Permissions and limits",
      "Server identity",
    ];
    expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b));
    expect(order.map(at)).not.toContain(-1);
  },
);

test(
  "Z restores a removed server, which is gone for good with the notice",
  { tags: ["long"] },
  async () => {
    const done = () => ok(null);
    const { main, user, inMain, pass } = await roomOf(aServer(), {
      answers: {
        "servers.remove": done,
        "servers.bringBack": done,
        "servers.finishRemoving": done,
      },
    });
    const remove = async (): Promise<void> => {
      await user.click(button("Remove…"));
      await user.click(button("Remove"));
      await inMain(() => main.push({ kind: "server-removed", id: "s" }));
    };
    await remove();
    expect(screen.getByText("Removed “Notes”")).toBeDefined();
    await user.keyboard("z");
    await inMain(() => main.push({ kind: "server", server: aServer() }));
    expect(main.called("servers.bringBack")).toEqual([["s"]]);
    await pass(10_000);
    expect(main.called("servers.finishRemoving")).toEqual([]);
    await remove();
    await pass(10_000);
    expect(main.called("servers.finishRemoving")).toHaveLength(1);
  },
);

test("a lost approval and a moved script are each reported before the start", async () => {
  const files = [
    { kind: "moved" as const, before: "/a/server.mjs", after: "/b/server.mjs", sha256: SHA256 },
  ];
  const words = {
    kind: "command" as const,
    before: "node /a/server.mjs",
    after: "node /b/server.mjs",
  };
  const { user, inMain, main } = await roomOf(
    aServer({ state: { ...asking, changed: true, files, words } }),
  );
  await user.click(button("Review command…"));
  const dialog = await screen.findByRole("dialog");
  const [title, ...more] = [...dialog.querySelectorAll("b")].map(({ textContent }) => textContent);
  expect(title).toBe(
    "This isn’t the command you confirmed, and one of its scripts has moved. The script’s content is the same.",
  );
  expect(more).toEqual([]);
  for (const one of ["/a/server.mjs", "/b/server.mjs", SHA256]) {
    expect(dialog.textContent).toContain(one);
  }
  const lost: ServerView["state"] = { ...asking, changed: true, files: [{ kind: "forgotten" }] };
  const known: ServerView["known"] = {
    identity: null,
    hash: "k",
    changed: [],
    tools: { changed: [], added: [], gone: [] },
  };
  await inMain(() => main.push({ kind: "server", server: aServer({ state: lost, known }) }));
  expect(dialog.textContent).toContain("Your approval of this server was lost");
});

test(
  "limits of a server: each mistake at its field, a folder once, and a notice that it reconnects",
  { tags: ["long"] },
  async () => {
    const server = aServer();
    const folder = { uri: "file:///tmp/a%20b", name: "a b" };
    const { main, user } = await roomOf(server, {
      answers: { "servers.policy": () => ok(null), "servers.pickFolder": () => ok(folder) },
    });
    main.ask(
      { messages: [], maxTokens: 1 },
      { requester: { ...main.server.request({}).requester, serverId: "s" } },
    );
    await user.click(panel().getByRole("button", { name: "Change…" }));
    const form = screen.getByRole("dialog");
    const field = (name: RegExp) => within(form).getByRole("textbox", { name });
    const save = within(form).getByRole("button", { name: "Save" });
    await user.clear(field(/^Messages per request/));
    await user.clear(field(/^Request size/));
    await user.type(field(/^Request size/), "65");
    await user.click(save);
    expect(form.textContent).toContain("Enter a number.");
    expect(form.textContent).toContain("At most 64.");
    expect(main.called("servers.policy")).toEqual([]);
    await user.type(field(/^Messages per request/), "2");
    await user.clear(field(/^Request size/));
    await user.type(field(/^Request size/), "1");
    await user.click(within(form).getByRole("radio", { name: /^Hold and warn me/ }));
    expect(form.textContent).not.toContain("Saving reconnects the server");
    await user.click(within(form).getByRole("checkbox", { name: /^Tools in its requests/ }));
    expect(form.textContent).toContain("Saving reconnects the server");
    expect(form.textContent).toContain("1 of its requests is pending.");
    await user.click(within(form).getByRole("button", { name: "Add folder…" }));
    await user.click(within(form).getByRole("button", { name: "Add folder…" }));
    expect(form.textContent).toContain("This folder is already in the list.");
    await user.click(save);
    const [[id, policy] = []] = main.called("servers.policy");
    expect(id).toBe("s");
    expect(policy).toMatchObject({
      unasked: "ask",
      tools: !defaultPolicy.tools,
      roots: [folder],
      limits: { ...defaultPolicy.limits, messages: 2, requestBytes: 1024 * 1024 },
    });
  },
);

const ask: SignInAsk = {
  why: "first",
  server: "https://town.example/mcp",
  resource: "https://town.example/mcp",
  issuer: "https://issuer.example",
  formerIssuer: null,
  pageHost: "issuer.example",
  scopes: ["read"],
  added: [],
  clientName: "Countersign",
  takesDocuments: false,
  client: { kind: "needed" },
  redirect: "http://127.0.0.1/callback",
  said: null,
  ended: null,
};
const signingIn = (step: SignInStep) =>
  aServer({ state: { kind: "needs-sign-in" }, signIn: { step, signedIn: null } });

test(
  "an issuer without registration needs a client id; sign-in can wait",
  { tags: ["long"] },
  async () => {
    const answers = { "servers.signIn": () => ok(null), "servers.cancelSignIn": () => ok(null) };
    const { main, user, inMain } = await roomOf(signingIn({ kind: "asks", ask }), { answers });
    for (const fact of [ask.server, ask.issuer, "read", ask.redirect]) {
      expect(panel().getByRole("region", { name: "Sign-in" }).textContent).toContain(fact);
    }
    expect(isOff(button("Sign in"))).toBe(true);
    await user.type(panel().getByRole("textbox", { name: "Client ID" }), "my-own-client");
    await user.click(button("Sign in"));
    expect(main.called("servers.signIn")).toEqual([["s", { id: "my-own-client", secret: null }]]);

    const waiting = { kind: "waiting" as const, ask, url: "https://issuer.example/authorize?x=1" };
    const step = { ...waiting, sinceMs: Date.now(), untilMs: Date.now() + 60_000 };
    const tell = (next: SignInStep) =>
      inMain(() => main.push({ kind: "server", server: signingIn(next) }));
    await tell({ ...step, opened: true, foreign: 0 });
    expect(panel().getByText("Waiting for your browser.")).toBeDefined();
    await user.click(button("Cancel"));
    expect(main.called("servers.cancelSignIn")).toEqual([["s"]]);
    await tell({ ...step, opened: false, foreign: 1 });
    expect(panel().getByText("Your browser couldn’t be opened.")).toBeDefined();
    expect(panel().getByText("A response arrived that belongs to another sign-in.")).toBeDefined();
    await user.click(panel().getByRole("button", { name: /^Copy/ }));
    expect(await navigator.clipboard.readText()).toBe(waiting.url);
    await tell({ kind: "declined", ask });
    expect(panel().getByText("You haven’t signed in.")).toBeDefined();
  },
);

test(
  "an issuer that differs by a slash is shown with both names, and accepted just so",
  { tags: ["long"] },
  async () => {
    const pair = { announced: "https://id.example", named: "https://id.example/" };
    const failure = { kind: "sign-in-issuer-slash" as const, ...pair };
    const { main, user } = await roomOf(
      signingIn({ kind: "failed", ask: null, atMs: Date.now(), failure }),
      { answers: { "servers.acceptIssuer": () => ok(null) } },
    );
    const facts = within(panel().getByRole("region", { name: "Sign-in" })).getAllByRole(
      "definition",
    );
    expect(facts.map(({ textContent }) => textContent)).toEqual([pair.announced, pair.named]);
    await user.click(button("Accept for this server"));
    expect(main.called("servers.acceptIssuer")).toEqual([["s", pair]]);
  },
);

test("a pasted config: its faults at their places, its servers before they are added, and what it loosens", async () => {
  const { main, user, inMain } = await roomOf(aServer(), {
    answers: { "servers.add": () => ok({ ids: ["r"], failure: null }) },
  });
  await user.click(button("Import…"));
  await user.click(button("Paste config…"));
  const dialog = screen.getByRole("dialog", { name: "Paste config" });
  const box = within(dialog).getByRole("textbox");
  const write = async (text: string): Promise<void> => {
    await user.clear(box);
    await user.click(box);
    await user.paste(text);
  };
  await write('{ "mcpServers": { "broken": { "command": } } }');
  expect(dialog.textContent).toMatch(/line 1, column \d+/);
  const url = "http://127.0.0.1:9/mcp";
  const remote = { url, headers: { Authorization: "Bearer abc-secret" } };
  const config = { mcpServers: { everything: { command: "node", args: ["e.js"] }, remote } };
  await write(`// as documentation shows it\n${JSON.stringify(config, null, 2)}`);
  for (const words of ["everything", url, "1 stored as a secret"]) {
    expect(dialog.textContent).toContain(words);
  }
  await user.click(within(dialog).getByRole("button", { name: "Add 2 servers" }));
  expect(main.called("servers.add")).toMatchObject([
    [[{ name: "everything" }, { name: "remote" }]],
  ]);
  const loosened = [{ path: "unasked", value: "ask", usual: "refuse" }];
  const headers = [{ name: "Authorization", secret: true as const, present: true }];
  const added = aServer({
    id: "r",
    name: "remote",
    endpoint: { kind: "http", url, headers },
    state: { kind: "needs-confirmation", hash: "h", changed: false, loosened },
  });
  await inMain(() => main.push({ kind: "server", server: added }));
  const asks = screen.getByRole("dialog", { name: /Connect to .*remote/ });
  for (const words of [
    "Its config allows 1 thing that is usually off",
    'unasked: "ask" (usually "refuse")',
    url,
  ]) {
    expect(asks.textContent).toContain(words);
  }
});

test(
  "the panel of a wrapped server names the entries that use it, its sessions and what is held",
  { tags: ["long"] },
  async () => {
    const entry = {
      name: "notes",
      path: ["mcpServers", "notes"],
      where: "node notes.mjs",
      isOff: false,
      state: "through" as const,
      sessions: 1,
      serverId: "s",
    };
    const other = { ...entry, name: "elsewhere", path: ["mcpServers", "x"], serverId: "another" };
    const servers = [entry, other];
    const hosts = [{ program: "Codex", file: "/home/a/.codex/config.toml", servers, faults: [] }];
    const sessions = [{ id: "1", host: "codex-mcp", folder: "/home/a/project", sinceMs: 0 }];
    await roomOf(
      aServer({
        enabled: false,
        state: { kind: "off" },
        hostSessions: sessions,
        policy: { ...defaultPolicy, holdTools: "not-read-only" },
      }),
      { answers: { "hosts.look": () => ok({ hosts, others: [] }) } },
    );
    const shown = panel().getByText("Used by agents").parentElement?.textContent ?? "";
    expect(shown).toContain("Codex › notes");
    expect(shown).toContain("/home/a/.codex/config.toml");
    expect(shown).not.toContain("elsewhere");
    const open = panel().getByText("1 session").parentElement?.textContent ?? "";
    expect(open).toContain("codex-mcp");
    expect(open).toContain("/home/a/project");
    expect(panel().getByText(/hold those not marked read-only/)).toBeDefined();
    expect(screen.getByRole("row", { name: /^Notes/ }).textContent).toContain("1 session");
  },
);
