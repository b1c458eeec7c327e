// Programs in Agents: budgets as bars, the word before Watch, and the way here from a refused request.
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { BudgetUse } from "#shared/rules/limits/budget.ts";
import { programInputSchema } from "#shared/programs/program.ts";
import type { ProgramView } from "#shared/programs/program.ts";
import { ANY_MODEL } from "#shared/servers/policy/modelPolicy.ts";
import { openWindow } from "../../../testing/openWindow.tsx";
import { GENEROUS_POLICY, TestMain, text } from "../../../testing/testMain.ts";
import type { TestMainParts } from "../../../testing/testMain.ts";

const program: ProgramView = {
  ...programInputSchema.parse({ name: "nightly" }),
  id: "p1",
  createdAtMs: 0,
  usedAtMs: null,
  requests: 0,
  serverId: null,
  hook: null,
  accepted: null,
  effective: { control: "review", models: ANY_MODEL },
};
const spent: BudgetUse = {
  scope: "server",
  unit: "usd",
  window: "day",
  limit: 2,
  used: 1.6,
  reserved: 0,
  unpriced: 0,
  untilMs: null,
};
const limits = { all: [], servers: { p1: [spent] }, programs: { p1: "nightly" } };
const parts = (more: TestMainParts["answers"] = {}): TestMainParts => ({
  answers: {
    "programs.update": () => ok(null),
    ...more,
  },
  snapshot: { limits, programs: [program] },
});

const dialog = (name: string | RegExp) => within(screen.getByRole("dialog", { name }));

test(
  "shows a budget with its numbers, and asks before Watch in the form as in the list",
  { tags: ["long"] },
  async () => {
    const main = new TestMain(parts());
    const at = { screen: "agents" } as const;
    const { user } = await openWindow(main, at);
    const row = within(screen.getByRole("complementary", { name: "nightly" }));
    const meter = row.getByRole("meter");
    expect(meter.getAttribute("aria-valuetext")).toBe("$1.60 of $2.00");
    expect(row.getByText("$1.60 of $2.00").className).toMatch(/nearly/);
    await user.click(row.getByRole("button", { name: "Edit…" }));
    await user.click(dialog("Edit nightly").getByRole("radio", { name: /^Watch/ }));
    await user.click(dialog("Edit nightly").getByRole("button", { name: "Save" }));
    expect(main.called("programs.update")).toEqual([]);
    const asks = within(
      await screen.findByRole("dialog", { name: "Let requests from nightly through?" }),
    );
    // The dialog takes input once it has replaced the form.
    await waitFor(() => user.click(asks.getByRole("button", { name: "Watch" })));
    expect(main.called("programs.update")).toMatchObject([["p1", { mode: "watch" }]]);
  },
);

test(
  "a new program is a name and a mode; its options are counted, and shown where one is wrong",
  { tags: ["long"] },
  async () => {
    const lines = [{ name: "OPENAI_API_KEY", secret: true, value: "t1" }];
    const main = new TestMain(
      parts({
        "programs.add": () => ok({ id: "p2", token: "t1", baseUrl: "http://127.0.0.1:1", lines }),
      }),
    );
    const { user } = await openWindow(main, { screen: "agents" });
    await user.click(screen.getByRole("button", { name: "New program…" }));
    const form = dialog("New program");
    const create = form.getByRole("button", { name: "Create program" });
    expect(document.activeElement).toBe(form.getByLabelText("Name"));
    expect(form.getAllByRole("textbox")).toHaveLength(1);
    expect(form.getByText(/none set/)).toBeDefined();
    await user.keyboard("bot");
    await user.click(form.getByRole("button", { name: "More options" }));
    await user.type(form.getByLabelText("USD per day"), "x");
    expect(form.getByText(/: 1 set/)).toBeDefined();
    await user.click(form.getByRole("button", { name: "More options" }));
    await user.click(create);
    expect(form.getByText("This is not a number.")).toBeDefined();
    await user.clear(form.getByLabelText("USD per day"));
    expect(form.getByText(/none set/)).toBeDefined();
    await user.click(create);
    expect(main.called("programs.add")).toMatchObject([[{ name: "bot", mode: "hold" }]]);
    expect(await screen.findByText(/OPENAI_API_KEY=t1/)).toBeDefined();
  },
);

test("a request that its limit refused leads to the program", async () => {
  const main = new TestMain(parts());
  const { requester } = main.server.request(null);
  const over = {
    requester: { ...requester, serverId: "p1", name: "nightly", transport: "endpoint" },
    policy: { ...GENEROUS_POLICY, limits: { ...GENEROUS_POLICY.limits, perMinute: 1 } },
  } as const;
  const asked = { messages: [text("user", "Once.")], maxTokens: 500 };
  main.ask(asked, over);
  const { request } = main.ask(asked, over);
  expect(request.phase).toMatchObject({ kind: "ended", ending: { kind: "refused" } });
  const { user } = await openWindow(main, { screen: "inbox", requestId: request.id });
  await user.click(screen.getByRole("button", { name: "Edit nightly…" }));
  // The room is loaded on demand.
  const name = "Requests per minute";
  expect(await screen.findByLabelText(name, {}, { timeout: 15_000 })).toBeDefined();
  // It is raised there.
  const form = dialog("Edit nightly");
  await user.clear(form.getByLabelText(name));
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(form.getByText("Enter a number.")).toBeDefined();
  await user.type(form.getByLabelText(name), "300");
  await user.type(form.getByLabelText("USD per day"), "2.5");
  await user.click(form.getByRole("button", { name: "Save" }));
  const saved = { perMinute: 300, toolRounds: 10, budgets: { usd: { day: 2.5, month: null } } };
  expect(main.called("programs.update")).toMatchObject([["p1", { policy: { limits: saved } }]]);
  expect(form.queryByLabelText("Requests per call")).toBeNull();
});

test("what was accepted as the program's own is counted in its panel, and deleted there", async () => {
  const accepted = { texts: 1, tools: 26, atMs: Date.UTC(2026, 10, 28, 12, 4) };
  const main = new TestMain({
    answers: { "programs.deleteAccepted": () => ok(null) },
    snapshot: { programs: [{ ...program, accepted }] },
  });
  const { user } = await openWindow(main, { screen: "agents" });
  const panel = within(screen.getByRole("complementary", { name: "nightly" }));
  expect(panel.getByText(/^Accepted as its own .*: 1 system prompt, 26 tools/)).toBeDefined();
  await user.click(panel.getByRole("button", { name: "Delete what was accepted" }));
  expect(main.called("programs.deleteAccepted")).toEqual([["p1"]]);
});
