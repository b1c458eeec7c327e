// The room of the servers: the question before anything is started, the forms, signing in.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "../../src-shared/outcome.ts";
import { defaultPolicy } from "../../src-shared/servers/policy/policy.ts";
import type { ServerView } from "../../src-shared/servers/server.ts";
import type { SignInAsk, SignInStep } from "../../src-shared/servers/signIn.ts";
import { aServer } from "../testing/aServer.ts";
import { openWindow } from "../testing/openWindow.tsx";
import { TestMain } from "../testing/testMain.ts";
import type { TestMainParts } from "../testing/testMain.ts";

const roomOf = async (server: ServerView, parts: TestMainParts = {}) => {
  const main = new TestMain({ ...parts, snapshot: { servers: [server], ...parts.snapshot } });
  return { main, ...(await openWindow(main, { screen: "servers", serverId: server.id })) };
};
const panel = () => within(screen.getByRole("complementary", { name: /^Server / }));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** The same stands in the toolbar and in the panel. */
const firstButton = (name: string): Element => {
  const [first] = screen.getAllByRole("button", { name });
  if (first === undefined) throw new Error(name);
  return first;
};
const isOff = (element: HTMLElement): unknown => Reflect.get(element, "disabled");

const SHA256 = "ab".repeat(32);
const asking: ServerView["state"] = { kind: "needs-confirmation", hash: "h1", changed: false };

test("before a command starts its words are shown, no secret; kept off, nothing starts", async () => {
  const { main, user, arm } = await roomOf(
    aServer({
      endpoint: {
        ...{ kind: "stdio", command: "/usr/bin/node", args: ["own.mjs"], cwd: null },
        env: [{ name: "API_TOKEN", secret: true, present: true }],
      },
      state: asking,
    }),
    { answers: { "servers.enable": () => ok(null) } },
  );
  await user.click(firstButton("Look at it…"));
  const dialog = screen.getByRole("dialog", { name: /Start .*Notes.* on this machine\?/ });
  expect(isOff(within(dialog).getByRole("button", { name: "Start" }))).toBe(true);
  await arm();
  for (const words of ["/usr/bin/node", "own.mjs", "API_TOKEN", "never through a shell"]) {
    expect(dialog.textContent).toContain(words);
  }
  await user.click(within(dialog).getByRole("button", { name: "Keep off" }));
  expect(main.called("servers.enable")).toEqual([["s", false]]);
  expect(main.called("servers.confirm")).toEqual([]);
});

test("what was approved is lost, a script lies elsewhere: each is said before the start", async () => {
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
  await user.click(firstButton("Look at it…"));
  const dialog = screen.getByRole("dialog");
  const [title, ...more] = [...dialog.querySelectorAll("b")].map(({ textContent }) => textContent);
  expect(title).toBe(
    "This is not the command that you confirmed, and a script that it is given lies elsewhere. The script’s content is the same.",
  );
  expect(more).toEqual([]);
  for (const one of ["/a/server.mjs", "/b/server.mjs", SHA256]) {
    expect(dialog.textContent).toContain(one);
  }
  const lost: ServerView["state"] = { ...asking, changed: true, files: [{ kind: "forgotten" }] };
  const known: ServerView["known"] = {
    ...{ identity: null, hash: "k", changed: [] },
    tools: { changed: [], added: [], gone: [] },
  };
  await inMain(() => main.push({ kind: "server", server: aServer({ state: lost, known }) }));
  expect(dialog.textContent).toContain("What you approved of this server is lost");
});

test("limits of a server: each mistake at its field, a folder once, and that it connects anew", async () => {
  const server = aServer();
  const folder = { uri: "file:///tmp/a%20b", name: "a b" };
  const { main, user } = await roomOf(server, {
    answers: { "servers.policy": () => ok(null), "servers.pickFolder": () => ok(folder) },
  });
  main.ask(
    { messages: [], maxTokens: 1 },
    { asker: { ...main.server.request({}).asker, serverId: "s" } },
  );
  await user.click(panel().getByRole("button", { name: "Change…" }));
  const form = screen.getByRole("dialog");
  const field = (name: RegExp) => within(form).getByRole("textbox", { name });
  const save = within(form).getByRole("button", { name: "Save" });
  await user.clear(field(/^Messages in a request/));
  await user.clear(field(/^Size of a request/));
  await user.type(field(/^Size of a request/), "65");
  await user.click(save);
  expect(form.textContent).toContain("Enter a number.");
  expect(form.textContent).toContain("At most 64.");
  expect(main.called("servers.policy")).toEqual([]);
  await user.type(field(/^Messages in a request/), "2");
  await user.clear(field(/^Size of a request/));
  await user.type(field(/^Size of a request/), "1");
  await user.click(within(form).getByRole("radio", { name: /^Hold it and warn me/ }));
  expect(form.textContent).not.toContain("Saving connects the server anew");
  await user.click(within(form).getByRole("checkbox", { name: /^Tools in its requests/ }));
  expect(form.textContent).toContain("Saving connects the server anew");
  expect(form.textContent).toContain("1 request of it waits now.");
  await user.click(within(form).getByRole("button", { name: "Add a folder…" }));
  await user.click(within(form).getByRole("button", { name: "Add a folder…" }));
  expect(form.textContent).toContain("This folder is in the list already.");
  await user.click(save);
  const [[id, policy] = []] = main.called("servers.policy");
  expect(id).toBe("s");
  expect(policy).toMatchObject({
    ...{ unasked: "ask", tools: !defaultPolicy.tools, roots: [folder] },
    limits: { ...defaultPolicy.limits, messages: 2, requestBytes: 1024 * 1024 },
  });
});

const ask: SignInAsk = {
  ...{ why: "first", server: "https://town.example/mcp", resource: "https://town.example/mcp" },
  ...{ issuer: "https://issuer.example", formerIssuer: null, pageHost: "issuer.example" },
  ...{ scopes: ["read"], added: [], clientName: "Countersign", takesDocuments: false },
  ...{ client: { kind: "needed" }, redirect: "http://127.0.0.1/callback", said: null, ended: null },
};
const signingIn = (step: SignInStep) =>
  aServer({ state: { kind: "needs-sign-in" }, signIn: { step, signedIn: null } });

test("an issuer that registers nobody wants a client id; not now, and another time", async () => {
  const answers = { "servers.signIn": () => ok(null), "servers.cancelSignIn": () => ok(null) };
  const { main, user, inMain } = await roomOf(signingIn({ kind: "asks", ask }), { answers });
  for (const fact of [ask.server, ask.issuer, "read", ask.redirect]) {
    expect(panel().getByRole("region", { name: "Sign-in" }).textContent).toContain(fact);
  }
  expect(isOff(button("Sign in"))).toBe(true);
  await user.type(panel().getByRole("textbox", { name: "Client id" }), "my-own-client");
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
  expect(panel().getByText("Your browser could not be opened.")).toBeDefined();
  expect(panel().getByText("An answer came that belongs to another sign-in.")).toBeDefined();
  await user.click(panel().getByRole("button", { name: /^Copy/ }));
  expect(await navigator.clipboard.readText()).toBe(waiting.url);
  await tell({ kind: "declined", ask });
  expect(panel().getByText("You have not signed in.")).toBeDefined();
});

test("a pasted config: its faults by their place, its servers before they are taken over, and what it loosens", async () => {
  const { main, user, inMain } = await roomOf(aServer(), {
    answers: { "servers.add": () => ok({ ids: ["r"], failure: null }) },
  });
  await user.click(firstButton("Paste a config"));
  const dialog = screen.getByRole("dialog", { name: "Paste a config" });
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
  for (const words of ["everything", url, "1 kept as a secret"]) {
    expect(dialog.textContent).toContain(words);
  }
  await user.click(within(dialog).getByRole("button", { name: "Take over 2" }));
  expect(main.called("servers.add")).toMatchObject([
    [[{ name: "everything" }, { name: "remote" }]],
  ]);
  const loosened = [{ path: "unasked", value: "ask", usual: "refuse" }];
  const headers = [{ name: "Authorization", secret: true as const, present: true }];
  const added = aServer({
    ...{ id: "r", name: "remote", endpoint: { kind: "http", url, headers } },
    state: { kind: "needs-confirmation", hash: "h", changed: false, loosened },
  });
  await inMain(() => main.push({ kind: "server", server: added }));
  const asks = screen.getByRole("dialog", { name: /Connect to .*remote/ });
  for (const words of [
    "Its config lets it do 1 thing more than usual",
    'unasked: "ask" (usually "refuse")',
    url,
  ]) {
    expect(asks.textContent).toContain(words);
  }
});
