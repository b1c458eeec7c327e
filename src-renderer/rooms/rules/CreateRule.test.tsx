// A rule from a request: five conditions in words, cautious defaults.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fail, ok } from "#shared/outcome.ts";
import type { RuleProposal } from "#shared/rules/proposal.ts";
import { propose } from "#shared/rules/propose.ts";
import { factsOf } from "#shared/filter/facts.ts";
import type { Rule } from "#shared/rules/rule.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { decide, primary, question } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

interface Given {
  more?: Partial<RuleProposal>;
  language?: "en" | "zh";
  /** The command of an action in place of a server's request; and of earlier ones. */
  action?: string;
  past?: readonly string[];
}

/** The dialog for one request of a server. */
async function opened({ more = {}, language = "en", action, past = [] }: Given = {}) {
  const main: TestMain = new TestMain({
    language,
    answers: {
      "rules.propose": (id, gate) => {
        const request = main.desk.requests().find((one) => one.id === id);
        const made = request === undefined ? null : propose(request, gate);
        if (made === null) return fail({ kind: "not-found", what: "sample" });
        return ok({
          ...made,
          server: { id: "srv", name: "notes" },
          exactly: "0".repeat(64),
          ...more,
        });
      },
      "rules.save": (next) => {
        const rules = { revision: 1, rules: [...next], file: "", faults: [], used: {} };
        main.set("rules", rules);
        return ok(1);
      },
      "history.find": () => {
        const rows = past.map((command) => ({
          facts: pastFacts(command),
          forgotten: "none",
          imported: null,
        }));
        const view = { total: rows.length, state: { kind: "ready" } };
        return ok(
          JSON.stringify({ query: 1, total: rows.length, left: 0, rows, faults: [], view }),
        );
      },
      "history.complete": () =>
        ok({ servers: [], programs: [], models: [], providers: [], tools: [], rules: [] }),
    },
  });
  const pastFacts = (command: string) => {
    const { request: one } = main.ask(npmTest(command), { requestKind: "action" });
    return factsOf(one);
  };
  const { request } =
    action === undefined
      ? main.ask(question("Summarise the election", { systemPrompt: "You are kind." }))
      : main.ask(npmTest(action), { requestKind: "action" });
  const window = await openWindow(main, { requestId: request.id });
  await window.passGuard();
  const open = async () => {
    await window.user.keyboard("a");
    return within(await screen.findByRole("dialog", {}, { timeout: 15_000 }));
  };
  return { main, ...window, open };
}
const saved = (main: TestMain): Rule | undefined => main.called("rules.save")[0]?.[0][0];

test("proposes the narrowest rule for the session, which leaves the response to review", async () => {
  const window = await opened();
  const { main } = window;
  const dialog = await window.open();
  const boxes = await dialog.findAllByRole("checkbox", {
    name: /server|media|prompt|finding|size/,
  });
  expect(boxes.map((box) => box.getAttribute("aria-checked"))).toEqual(Array(5).fill("true"));
  await decide(window, () => dialog.getByRole("button", { name: "Create rule" }));
  expect(screen.queryByRole("dialog")).toBe(null);
  expect(document.querySelector("[data-notice]")?.textContent).toContain(
    "It does nothing until the mode is Rules.",
  );
  expect(saved(main)).toMatchObject({
    gate: "request",
    decide: "allow",
    secondLook: true,
    holds: { kind: "session" },
    when: expect.stringMatching(/^server:\S+ .*-has:tools.*system:\w+ -has:findings.*size:<=1kb/),
  });
  expect(main.called("desk.switch")).toEqual([]);
});

test("opens on Create, and keys create it from any field", async () => {
  const window = await opened();
  const { main, user, pass } = window;
  const dialog = await window.open();
  await dialog.findByRole("radio", { name: "Refuse" });
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Create rule" }));
  await user.click(dialog.getByRole("radio", { name: "Refuse" }));
  await user.keyboard("{Enter}");
  await pass(50);
  expect(saved(main)).toMatchObject({ decide: "refuse" });
  expect(screen.queryByRole("dialog")).toBe(null);
  const again = await window.open();
  (await again.findByRole("textbox", { name: "Name" })).focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await pass(50);
  expect(main.called("rules.save")).toHaveLength(2);
});

test(
  "a cleared condition is left out, the chosen ones are saved, and the mode changes when ticked",
  { tags: ["long"] },
  async () => {
    const window = await opened();
    const { main, user } = window;
    const dialog = await window.open();
    await user.click(await dialog.findByRole("checkbox", { name: "About the same size" }));
    await user.click(dialog.getByRole("radio", { name: "Approve request and response" }));
    await user.click(dialog.getByRole("radio", { name: "24 hours" }));
    await user.click(dialog.getByRole("checkbox", { name: /^Also switch from Review to Rules/ }));
    await decide(window, () => dialog.getByRole("button", { name: "Create rule" }));
    const rule = saved(main);
    expect(rule).toMatchObject({ gate: "both", decide: "allow", holds: { kind: "until" } });
    expect(rule?.secondLook).toBe(undefined);
    expect(rule?.when).not.toMatch(/size:|maxtokens:|messages:/);
    const hours = rule?.holds.kind === "until" ? (rule.holds.atMs - Date.now()) / 3_600_000 : 0;
    expect(Math.round(hours)).toBe(24);
    expect(main.called("desk.switch")).toEqual([["rules"]]);
  },
);

test("an edited filter replaces the conditions, and says so", { tags: ["long"] }, async () => {
  const window = await opened();
  const { main, user } = window;
  const dialog = await window.open();
  await user.click(await dialog.findByRole("button", { name: "Show filter" }));
  const when = dialog.getByRole("combobox", { name: "When" });
  await user.clear(when);
  await user.type(when, "tool:other");
  expect(
    dialog.getAllByText("The edited filter applies instead of these conditions."),
  ).toHaveLength(2);
  expect(
    dialog.getByRole("checkbox", { name: "Same system prompt" }).hasAttribute("disabled"),
  ).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Use the conditions instead" }));
  expect(Reflect.get(when, "value")).toContain("-has:findings");
  await user.type(when, " is:open");
  await user.click(dialog.getByRole("radio", { name: "Refuse" }));
  await decide(window, () => dialog.getByRole("button", { name: "Create rule" }));
  expect(saved(main)).toMatchObject({ decide: "refuse", when: expect.stringMatching(/ is:open$/) });
});

test("an edit made three times can become part of the rule", { tags: ["long"] }, async () => {
  const system = { from: "You are kind.", to: "Answer in one sentence." };
  const window = await opened({ more: { edit: { system, times: 3 } } });
  const dialog = await window.open();
  await window.user.click(
    await dialog.findByRole("checkbox", { name: /^Replace the system prompt, as you did 3 times/ }),
  );
  await decide(window, () => dialog.getByRole("button", { name: "Create rule" }));
  expect(saved(window.main)).toMatchObject({ changes: { system } });
});

test(
  "a rule from a response approves or refuses responses like it",
  { tags: ["long"] },
  async () => {
    const window = await opened();
    await decide(window, primary);
    await window.inMain(() => window.main.answer("It was close."));
    await window.passGuard();
    const dialog = await window.open();
    expect(await dialog.findByText("Create rule from response")).toBeDefined();
    expect(
      (await dialog.findAllByRole("radio"))
        .map((one) => one.parentElement?.textContent)
        .slice(0, 2),
    ).toEqual(["Approve the response", "Refuse"]);
    await decide(window, () => dialog.getByRole("button", { name: "Create rule" }));
    expect(saved(window.main)).toMatchObject({ gate: "response", decide: "allow" });
  },
);

test("shows Chinese when it is chosen", async () => {
  const window = await opened({ language: "zh" });
  const dialog = await window.open();
  expect(await dialog.findByRole("checkbox", { name: "系统提示词相同" })).toBeDefined();
});

const npmTest = (command: string) => ({
  agent: { id: "claude-code", version: null },
  event: "before",
  session: { id: "S-1", folder: "/w" },
  callId: null,
  tool: "Bash",
  input: { command },
  folder: "/w",
  files: [],
  takesEdits: true,
});

test("a rule from an action allows what begins so in its session, and says what it would have done", async () => {
  const window = await opened({
    action: "npm test -- --run",
    past: ["npm test", "npm test && x", "ls"],
  });
  const { main, user } = window;
  const dialog = await window.open();
  expect(await dialog.findByText("Create rule from action")).toBeDefined();
  expect((await dialog.findByRole("status")).textContent).toBe(
    "Would have allowed 1 of your last 3 actions. You rejected none of them.1 more begins so but isn’t one simple command: it still comes to you.",
  );
  await user.click(dialog.getByRole("checkbox", { name: "Only this session" }));
  await decide(window, () => dialog.getByRole("button", { name: "Create rule" }));
  expect(saved(main)).toMatchObject({
    gate: "request",
    decide: "allow",
    holds: { kind: "always" },
    when: expect.stringMatching(
      /agent:claude-code kind:action tool:Bash action:command command:"npm test"$/,
    ),
  });
});

test("a rule from a chained command can only refuse", async () => {
  const window = await opened({ action: "npm test; x" });
  const dialog = await window.open();
  expect(await dialog.findByText(/^Rules can only refuse it/)).toBeDefined();
  expect(dialog.getAllByRole("radio")).toHaveLength(1);
});
