// The inbox screen: multi-selection, folded requests, and batches guarded against hasty decisions.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { trackApproval } from "#data/requests/fatigueState.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, decide, marked, question, row, rows, says } from "../../testing/person.ts";
import { view } from "#data/view.ts";
import { actionParams } from "../../testing/actions.ts";
import { FakeBook, TestMain } from "../../testing/testMain.ts";

const pane = () => screen.queryByRole("region", { name: "Selected requests" });

test(
  "rows are selected with Shift, Ctrl and the keyboard; a click selects one again",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    for (let n = 1; n <= 5; n += 1) main.ask(question(`Question ${n}`));
    const { user, pass } = await openWindow(main);
    const at = (index: number): HTMLElement => {
      const one = rows()[index];
      if (one === undefined) throw new Error(`no row ${index}`);
      return one;
    };
    expect(rows()).toHaveLength(5);
    await user.click(at(0));
    await user.keyboard("{Shift>}");
    await user.click(at(2));
    await user.keyboard("{/Shift}");
    expect(marked()).toBe(3);
    await user.keyboard("{Control>}");
    await user.click(at(1));
    await user.keyboard("{/Control}");
    await pass(50);
    expect(marked()).toBe(2);
    expect(pane()?.textContent).toContain("2 requests selected");
    await user.click(at(4));
    await pass(50);
    expect(marked()).toBe(1);
    expect(pane()).toBeNull();

    screen.getByRole("listbox", { name: "Inbox" }).focus();
    await user.keyboard("{Shift>}kk{/Shift}");
    expect(marked()).toBe(3);
    await user.keyboard("{Shift>}j{/Shift}");
    expect(marked()).toBe(2);
    await user.keyboard("{Escape}");
    await pass(50);
    expect(pane()).toBeNull();
  },
);

test("a click already on its way does not decide a batch", async () => {
  const main = new TestMain();
  main.ask(question("One"));
  main.ask(question("Two"));
  const { user, passGuard, pass } = await openWindow(main);
  await passGuard();
  screen.getByRole("listbox", { name: "Inbox" }).focus();
  await user.keyboard("{Control>}a{Enter}{/Control}");
  await pass(50);
  expect(pane()?.textContent).toContain("2 will be approved");
  expect(main.called("desk.decide")).toEqual([]);
});

test.each([
  { does: "approves", key: /^Approve & generate 2/, words: "Approved 2 of 2." },
  { does: "rejects", key: /^Reject 2…/, words: "Rejected 2 of 2." },
])(
  "a batch that $does all gives way to one request, and N skips none",
  async ({ does, key, words }) => {
    const main = new TestMain({ advance: true });
    for (const one of ["Zero", "One", "Two"]) main.ask(question(one));
    const opened = await openWindow(main);
    const { user, pass, passGuard } = opened;
    await user.click(row("Two"));
    await user.keyboard("{Shift>}j{/Shift}");
    await passGuard();
    await decide(opened, () => button(key));
    if (does === "rejects") await decide(opened, () => button("Reject all 2"));
    await pass(200);
    expect(pane()).toBeNull();
    expect(document.querySelector("[data-notice]")?.textContent).toContain(words);
    const open = () => rows().find((one) => one.ariaSelected === "true")?.textContent;
    expect(open()).toContain(does === "approves" ? "Two" : "Zero");
    if (does === "rejects") return;
    await opened.inMain(() => main.answer("42"));
    await user.keyboard("n");
    await pass(50);
    expect(open()).toContain("Zero");
  },
);

test("N opens the first of several selected requests", { tags: ["long"] }, async () => {
  const main = new TestMain();
  for (const one of ["Zero", "One", "Two"]) main.ask(question(one));
  const { user, pass } = await openWindow(main);
  await user.click(row("Two"));
  await user.keyboard("{Control>}a{/Control}{Shift>}j{/Shift}n");
  await pass(50);
  expect(pane()).toBeNull();
  expect(rows().find((one) => one.ariaSelected === "true")?.textContent).toContain("Two");
});

test(
  "the next pending request is the one that a group shows, and Space selects the whole group from the review",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    main.ask(question("Another one"));
    for (let n = 0; n < 3; n += 1) main.ask(question("The capital of France?"));
    const shown = main.desk.requests().at(-1)?.id;
    const { user, pass } = await openWindow(main);
    await user.click(row("Another one"));
    await user.keyboard("{Enter}n");
    await pass(50);
    expect(view.getState().requestId).toBe(shown);
    document.querySelector<HTMLElement>('[data-review] [data-leave="paper"]')?.focus();
    await user.keyboard(" ");
    await pass(50);
    expect(pane()?.textContent).toContain("3 requests selected");
  },
);

test("identical requests are one row that opens", { tags: ["long"] }, async () => {
  const main = new TestMain();
  for (let n = 0; n < 5; n += 1) main.ask(question("The capital of France?"));
  main.ask(question("Another one"));
  const { user, pass } = await openWindow(main);
  expect(rows()).toHaveLength(2);
  const fold = () => row("The capital of France?").querySelector('[data-same="fold"]') ?? null;
  const first = fold();
  if (first === null) throw new Error("no fold");
  await user.click(first);
  await pass(50);
  expect(rows()).toHaveLength(7);
});

test("new requests are listed one by one, and none is lost", async () => {
  const main = new TestMain();
  const { inMain, pass } = await openWindow(main);
  await inMain(() => {
    for (let n = 0; n < 200; n += 1) main.ask(question(`number ${n}`));
  });
  await pass(1000);
  expect(screen.getByRole("button", { name: /^Inbox.*200 pending/ })).toBeDefined();
});

test(
  "many approvals in a minute are reported, block no decision, and offer a pause",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    for (let n = 1; n <= 2; n += 1) main.ask(question(`Report ${n}:`));
    const { user, passGuard, pass, inMain } = await openWindow(main);
    const said = () => screen.queryByText(/approvals in a minute/);
    // Approvals of the tests before are older than a minute.
    await pass(60_000);
    await inMain(() => trackApproval(11));
    await user.click(row("Report 1:"));
    await passGuard();
    expect(said()).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Approve & generate/ }));
    await pass(20);
    await user.click(row("Report 2:"));
    await passGuard();
    expect(said()?.textContent).toContain("12 approvals in a minute");
    const approve = () => screen.queryByRole("button", { name: /^Approve & generate/ });
    expect(approve()).toHaveProperty("disabled", false);
    await user.click(screen.getByRole("button", { name: "Pause for 5 min" }));
    expect(screen.getByText(/^Paused until /)).toBeDefined();
    expect(approve()).toBeNull();
    await user.click(screen.getByRole("button", { name: "Continue now" }));
    expect(approve()).not.toBeNull();
    expect(said()).toBeNull();
  },
);

test(
  "a row has a menu by keyboard: it copies, goes to the decision and returns the focus",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    main.ask(question("First words"));
    const { user, pass } = await openWindow(main);
    const list = screen.getByRole("listbox", { name: "Inbox" });
    list.focus();
    await user.keyboard("{Shift>}{F10}{/Shift}");
    await pass(50);
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Open↵",
      "Approve…",
      "Reject…",
      "Copy as text",
      "Copy as JSON",
      "Copy as Markdown",
      "Create rule from request…A",
      "Show server",
    ]);
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(screen.getByRole("menuitem", { name: "Copy as Markdown" }));
    await pass(50);
    expect(copied).toHaveBeenCalledWith("## User\n\nFirst words");
    expect(document.activeElement).toBe(list);
    await user.keyboard("{Shift>}{F10}{/Shift}");
    await pass(50);
    await user.click(screen.getByRole("menuitem", { name: "Reject…" }));
    await pass(200);
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /reason/i }));
  },
);

test("a request that passes under a permission doesn't open; the next one for the user does", async () => {
  let isWatched = true;
  const main = new TestMain({
    desk: {
      rules: new FakeBook(),
      models: { choose: () => ({ providerId: "p", modelId: "m" }) },
      requesters: { permissionOf: (id) => (isWatched ? { id, name: "agent", redact: [] } : null) },
    },
  });
  const completion = { dialect: "openai-chat", model: "m", fields: {} };
  const ask = (words: string) =>
    main.ask(question(words, { completion }), { requestKind: "completion" }).request.id;
  const opened = await openWindow(main);
  const shown: (string | null)[] = [];
  const stop = view.subscribe(({ requestId }, before) => {
    if (requestId !== before.requestId) shown.push(requestId);
  });
  await opened.inMain(() => void ask("Watched"));
  await expect.poll(() => main.generator.asked.length).toBe(1);
  await opened.pass(50);
  expect(rows()).toHaveLength(1);
  await opened.inMain(() => main.answer("passes"));
  await expect.poll(() => main.server.heard).toMatchObject([{ kind: "result" }]);
  await opened.pass(50);
  expect(shown).toEqual([]);
  expect(screen.getByText("No request selected")).toBeDefined();

  // Another one's response is held: then it is for the user.
  await opened.inMain(() => void ask("Held later"));
  await expect.poll(() => main.generator.asked.length).toBe(2);
  expect(view.getState().requestId).toBeNull();
  isWatched = false;
  await opened.inMain(() => main.answer("held"));
  await opened.pass(50);
  stop();
  expect(says()).toContain("held");
});

test("what the user's choice for an agent lets pass has no row; what comes to the user has one", async () => {
  const main = new TestMain();
  const read = { tool: "Read", input: { file_path: "/work/a.ts" } };
  const permission = { id: "1.changes", name: "Claude Code: commands and changes", redact: [] };
  const { request } = main.ask(actionParams(read), { requestKind: "action", permission });
  main.ask(actionParams({}), { requestKind: "action" });
  const { pass } = await openWindow(main);
  await pass(300);
  expect(main.desk.request(request.id)?.phase.kind).toBe("ended");
  expect(rows()).toHaveLength(1);
});
