// The history screen: its actions on requests, and what it reports.
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DeletionSummary } from "#shared/ledger/history.ts";
import { noRetention } from "#shared/ledger/retention.ts";
import type { RetentionReach } from "#shared/ledger/retention.ts";
import { fail, ok } from "#shared/outcome.ts";
import { mirror } from "#data/mirror.ts";
import { historyOf } from "../../testing/history.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain, text } from "../../testing/testMain.ts";
import type { TestMainParts } from "../../testing/testMain.ts";

const WORDS = ["The first", "The second", "The third", "The fourth"];

/** Refused requests, newest first. */
async function opened({ answers, ...parts }: TestMainParts = {}) {
  const main: TestMain = new TestMain({
    ...parts,
    answers: { ...historyOf(() => main), ...answers },
  });
  for (const words of WORDS) main.ask({ messages: [text("user", words)], maxTokens: 100 });
  await main.desk.refuseAll();
  const window = await openWindow(main, { screen: "history" });
  await window.pass(100);
  return { main, ...window };
}
const rows = () => within(screen.getByRole("listbox", { name: "History" })).getAllByRole("option");
const row = (words: string): Element => {
  const found = rows().find(({ textContent }) => textContent?.includes(words));
  if (found === undefined) throw new Error(`no row of ${words}`);
  return found;
};
const item = () => screen.getByRole("region", { name: "Request" });
const isOff = (element: Element): unknown => Reflect.get(element, "disabled");
const runAgain = () => within(item()).getByRole("button", { name: /^Run again/ });

test(
  "requests are selected one by one and by range, and saved as CSV",
  { tags: ["long"] },
  async () => {
    const { main, user, pass } = await opened({
      answers: { "history.export": () => ok({ file: "facts.csv", bytes: 10, items: 2 }) },
    });
    fireEvent.click(row("The fourth"), { ctrlKey: true });
    fireEvent.click(row("The second"), { shiftKey: true });
    await pass(50);
    expect(screen.getByText("3 selected")).toBeDefined();
    // The first press clears the selection, the next one closes the request.
    await user.keyboard("{Escape}{Escape}");
    expect(screen.queryByText(/selected$/)).toBeNull();
    fireEvent.click(row("The first"), { ctrlKey: true });
    fireEvent.click(row("The third"), { ctrlKey: true });
    expect(screen.getByText("2 selected")).toBeDefined();
    await user.click(screen.getByRole("button", { name: /^Export…/ }));
    await user.click(screen.getByRole("radio", { name: /^2 selected requests/ }));
    await user.click(screen.getByRole("radio", { name: /CSV/ }));
    await user.click(screen.getByRole("button", { name: /^Choose location/ }));
    const ids = ["The first", "The third"].map(
      (words) =>
        main.desk.requests().find(({ asked }) => JSON.stringify(asked).includes(words))?.id,
    );
    const [[selection, kind] = []] = main.called("history.export");
    expect(kind).toBe("csv");
    expect(selection).toEqual({ ids: expect.arrayContaining(ids) });
    expect(screen.getByText("Exported 2 requests.")).toBeDefined();
  },
);

test(
  "a cancelled save is not a failure; one that a full disk ended is reported",
  { tags: ["long"] },
  async () => {
    let ends: "cancelled" | "disk-full" = "cancelled";
    const { user } = await opened({
      answers: {
        "history.export": () =>
          fail(ends === "cancelled" ? { kind: "cancelled" } : { kind: "file-no-room" }),
      },
    });
    const save = async (): Promise<void> => {
      await user.click(screen.getByRole("button", { name: /^Export…/ }));
      await user.click(screen.getByRole("button", { name: /^Choose location/ }));
    };
    await save();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByText(/Exported/)).toBeNull();
    ends = "disk-full";
    await save();
    expect(screen.getByRole("alert").textContent).toContain("any existing file is unchanged");
  },
);

test("a search is saved under a name, and opened from there", { tags: ["long"] }, async () => {
  const settings = {
    ...mirror.getInitialState().settings,
    savedSearches: [{ name: "The first ones", text: "alpha" }],
  };
  const { main, user, pass } = await opened({
    snapshot: { settings },
    answers: { "settings.set": () => ok(settings) },
  });
  const search = screen.getByRole("combobox", { name: "Search history" });
  await user.type(search, "beta");
  await pass(200);
  await user.click(screen.getByRole("button", { name: "Saved searches" }));
  await user.click(screen.getByRole("menuitem", { name: /^Save search/ }));
  await user.type(screen.getByRole("textbox", { name: /^Name/ }), "Others");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const [[set] = []] = main.called("settings.set");
  expect(set).toEqual({
    savedSearches: [...settings.savedSearches, { name: "Others", text: "beta" }],
  });
  await user.click(screen.getByRole("button", { name: "Saved searches" }));
  await user.click(screen.getByRole("menuitem", { name: "The first ones" }));
  expect(Reflect.get(search, "value")).toBe("alpha");
});

test("the turns of a conversation are listed alone, oldest first", { tags: ["long"] }, async () => {
  const main: TestMain = new TestMain({ answers: historyOf(() => main) });
  for (const words of WORDS)
    main.ask(
      { messages: [text("user", words)], maxTokens: 100 },
      { conversation: { id: "c1", side: null } },
    );
  await main.desk.refuseAll();
  const { user, pass } = await openWindow(main, { screen: "history" });
  await pass(100);
  fireEvent.click(row("The third"));
  await pass(50);
  await user.click(screen.getByRole("tab", { name: "Conversation, 4 turns" }));
  await user.click(screen.getByRole("button", { name: "List these alone" }));
  await pass(200);
  expect(Reflect.get(screen.getByRole("combobox", { name: "Search history" }), "value")).toBe(
    'thread:"c1"',
  );
  const head = screen.getByRole("region", { name: "Requests in this conversation" });
  expect(head.textContent).toContain("oldest first");
  expect(rows()[0]?.textContent).toContain("The first");
});

test(
  "saved searches are renamed and removed, and listed in the order they were saved in",
  { tags: ["long"] },
  async () => {
    const settings = {
      ...mirror.getInitialState().settings,
      savedSearches: ["b", "a"].map((text) => ({ name: `Search ${text}`, text })),
    };
    const { main, user } = await opened({
      snapshot: { settings },
      answers: { "settings.set": () => ok(settings) },
    });
    await user.click(screen.getByRole("button", { name: "Saved searches" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Search b",
      "Search a",
      "Save search…",
      "Rename or remove…",
    ]);
    await user.click(screen.getByRole("menuitem", { name: "Rename or remove…" }));
    const dialog = within(screen.getByRole("dialog"));
    const [first] = dialog.getAllByRole("textbox");
    if (first === undefined) throw new Error("no name");
    // Saved when the field is left.
    await user.type(first, "2");
    await user.click(dialog.getByRole("button", { name: "Remove Search a" }));
    const [b, a] = settings.savedSearches;
    expect(main.called("settings.set")).toEqual([
      [{ savedSearches: [{ ...b, name: "Search b2" }, a] }],
      [{ savedSearches: [b] }],
    ]);
  },
);

test("no action applies to the previous request, which is dimmed while the next one loads", async () => {
  const held = Promise.withResolvers<void>();
  let waits: Promise<void> | null = null;
  const answer = historyOf(() => main)["history.item"];
  const { main, user, pass } = await opened({
    answers: {
      "history.item": async (id) => {
        await waits;
        return answer?.(id) ?? fail({ kind: "cancelled" });
      },
    },
  });
  await user.click(row("The fourth"));
  await pass(300);
  expect(isOff(runAgain())).toBe(false);
  waits = held.promise;
  fireEvent.click(row("The third"));
  const around = item().parentElement;
  expect([isOff(runAgain()), around?.getAttribute("aria-busy")]).toEqual([true, "false"]);
  await pass(170);
  expect(around?.getAttribute("aria-busy")).toBe("true");
  const said = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(said).toContain("Opening request from “notes”… The third");
  expect(item().textContent).toContain("The fourth");
  held.resolve();
  await pass(50);
  expect(item().textContent).toContain("The third");
  expect([isOff(runAgain()), around?.getAttribute("aria-busy")]).toEqual([false, "false"]);
});

const reach = (requests: number): RetentionReach => ({
  requests,
  mediaOnly: 0,
  questions: 0,
  freed: 5,
  stays: 0,
  before: 5,
  after: 0,
});

test("deleted content that a reader still holds on disk is reported", async () => {
  const forgot: DeletionSummary = { items: 1, bytes: 5, shared: 0, sharedBytes: 0, open: 0 };
  const { main, user, pass, inMain } = await opened({
    answers: { "retention.weigh": () => ok(reach(1)), "history.delete": () => ok(forgot) },
  });
  await user.click(row("The first"));
  await pass(300);
  await user.click(within(item()).getByRole("button", { name: "More actions" }));
  await user.click(screen.getByRole("menuitem", { name: /^Delete content/ }));
  const dialog = screen.getByRole("dialog");
  await pass(500);
  expect(dialog.textContent).toContain("To be deleted now: the content of 1 request");
  await inMain(() => main.set("retention", { ...noRetention, owedSinceMs: 1 }));
  await user.click(within(dialog).getByRole("button", { name: "Delete content" }));
  await pass(50);
  expect(dialog.textContent).toContain("still on disk");
  expect(dialog.textContent).not.toContain("freed on disk");
  await inMain(() => main.set("retention", noRetention));
  expect(dialog.textContent).toContain("freed on disk");
});

test("while matches are counted, the foot says how far that is, and it can be stopped", async () => {
  let more: (() => void) | null = null;
  const { user, pass } = await opened({
    answers: {
      "history.find": () =>
        ok(
          JSON.stringify({
            query: 1,
            total: 0,
            left: 5000,
            rows: [],
            faults: [],
            view: mirror.getState().history,
          }),
        ),
      "history.more": () =>
        new Promise((answered) => {
          more = () => answered(ok({ total: 7, left: 4000 }));
        }),
    },
  });
  expect(screen.getByText("0 found so far, 5,000 requests still to search")).toBeDefined();
  // It is not said that nothing matches.
  expect(screen.getByRole("listbox", { name: "History" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Stop" }));
  (more as (() => void) | null)?.();
  await pass(50);
  expect(screen.getByText("7 found so far, 4,000 requests still to search")).toBeDefined();
  expect(screen.getByRole("button", { name: "Continue counting" })).toBeDefined();
});
