// The app shell: its shortcuts and its command palette.
import { act, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { PLACES, shortcutsAt } from "#shared/shortcuts.ts";
import { t } from "#words/index.ts";
import { view } from "#data/view.ts";
import { historyOf } from "../testing/history.ts";
import { openWindow } from "../testing/openWindow.tsx";
import type { Opened } from "../testing/openWindow.tsx";
import { TestMain, text } from "../testing/testMain.ts";
import { SETTINGS_PAGES, settingsOn } from "./palette/settings.ts";

import type { Opening } from "#shared/contract/opening.ts";
import { fail, ok } from "#shared/outcome.ts";

test("? lists the keys, and the palette finds commands", async () => {
  const { user, pass } = await openWindow(new TestMain());
  await user.keyboard("?");
  const help = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const { label } of PLACES.flatMap(shortcutsAt)) expect(help.textContent).toContain(t(label));
  await user.keyboard("{Escape}");
  await pass(50);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("{Control>}k{/Control}");
  expect(screen.getByRole("dialog", { name: "Commands" })).toBeDefined();
  await user.keyboard("settings{Enter}");
  await pass(50);
  expect(screen.queryByRole("dialog")).toBeNull();
  const settings = screen.getByRole("button", { name: /^Settings/ });
  expect(settings.getAttribute("aria-current")).toBe("page");
});

const palette = async (user: Opened["user"], words: string): Promise<void> => {
  await user.keyboard("{Control>}k{/Control}");
  await user.keyboard(words);
};
const options = (): string[] =>
  within(screen.getByRole("dialog"))
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);

test("the palette goes to Approve under its guard, and approves nothing itself", async () => {
  const main = new TestMain();
  const { request } = main.ask({ maxTokens: 10, messages: [text("user", "What is due?")] });
  const { user, pass, passGuard } = await openWindow(main, { requestId: request.id });
  await passGuard();
  await palette(user, "approve generate");
  expect(options()).toEqual([expect.stringMatching(/^Approve & generate/)]);
  await user.keyboard("{Enter}");
  await pass(100);
  expect(main.called("desk.decide")).toEqual([]);
  expect(document.activeElement).toBe(screen.getByTestId("primary"));
});

test(
  "the palette searches History one search at a time, and names what it searched",
  { tags: ["long"] },
  async () => {
    const main: TestMain = new TestMain({ answers: historyOf(() => main) });
    const { held, request } = main.ask({ maxTokens: 10, messages: [text("user", "What is due?")] });
    held.withdraw({ kind: "server-cancelled" });
    const { user, pass } = await openWindow(main);
    await palette(user, "due");
    await pass(50);
    expect(options()).toEqual([expect.stringContaining("What is due?")]);
    expect(screen.getByText(/^1 result, History, newest first: 1$/)).toBeDefined();
    expect(main.called("history.find").at(-1)).toEqual(["(due\n) is:ended"]);
    await user.keyboard("{Enter}");
    await pass(50);
    expect(view.getState()).toMatchObject({ screen: "history", historyId: request.id });
  },
);

test("without results, the palette names what it searched", async () => {
  const { user, pass } = await openWindow(new TestMain());
  await palette(user, "zzz");
  await pass(50);
  expect(screen.getByRole("dialog").textContent).toContain(
    "in commands, pending requests, servers, settings and History.",
  );
});

test(
  "a setting is found in either language, and its page opens there",
  { tags: ["long"] },
  async () => {
    const { user, pass } = await openWindow(new TestMain());
    await palette(user, "外观");
    expect(options()).toEqual(["General: Theme"]);
    await user.keyboard("{Enter}");
    await pass(200);
    const look = await screen.findByRole("radiogroup", { name: "Theme" });
    await vi.waitFor(() => expect(look.contains(document.activeElement)).toBe(true));
  },
);

test("a command of another room goes there first", { tags: ["long"] }, async () => {
  const { user, pass } = await openWindow(new TestMain());
  await palette(user, "add server");
  await user.keyboard("{Enter}");
  await act(() => vi.dynamicImportSettled());
  await pass(200);
  expect(view.getState().screen).toBe("servers");
  expect(screen.getByRole("dialog", { name: /^Add a server/ })).toBeDefined();
});

// The network page's data comes only from main.
test.each(SETTINGS_PAGES.filter((page) => page !== "network"))(
  "every heading of %s is found by the palette",
  async (page) => {
    await openWindow(new TestMain(), { screen: "settings", settingsPage: page });
    const found = settingsOn(t, page);
    const region = document.querySelector("main section[aria-label]");
    const headings = [...(region?.querySelectorAll("h2, legend") ?? [])];
    expect(headings.length).toBeGreaterThan(0);
    for (const { textContent } of headings) {
      expect(
        found.some((label) => textContent.startsWith(label)),
        textContent,
      ).toBe(true);
    }
  },
);

test("the target of a notification or link is opened where it is, or reported as missing", async () => {
  const ended = "0b9f4f6e-6c1f-4c0e-9f5e-0a5d2c7b1e90";
  const main = new TestMain({
    answers: {
      "history.item": (id) =>
        id === ended ? ok({ json: "{}" } as never) : fail({ kind: "unknown-history", id } as never),
    },
  });
  const { inMain, user } = await openWindow(main, { screen: "settings" });
  const { request } = await inMain(() =>
    main.ask({ messages: [text("user", "Sum up.")], maxTokens: 10 }),
  );
  const open = (what: Opening) => inMain(() => main.push({ kind: "open", what }));
  await open({ kind: "request", id: "none" });
  expect(screen.getByText("Request not found.")).toBeDefined();
  expect(view.getState().screen).toBe("settings");
  await open({ kind: "bad-link" });
  expect(screen.getByText("This link doesn’t name a request.")).toBeDefined();
  await open({ kind: "request", id: request.id });
  expect(view.getState()).toMatchObject({
    screen: "inbox",
    requestId: request.id,
    notOpened: null,
  });
  await open({ kind: "question", id: "gone" });
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Request not found.")).toBeNull();
  await open({ kind: "request", id: ended });
  expect(view.getState()).toMatchObject({ screen: "history", historyId: ended });
  expect(main.called("desk.decide")).toEqual([]);
});

test("closing the window without a tray asks first, with nothing open too", async () => {
  const main = new TestMain();
  const { inMain, user } = await openWindow(main);
  await inMain(() => main.push({ kind: "quit-asked", open: 0, noTray: true }));
  const dialog = screen.getByRole("alertdialog", { name: "Quit Countersign?" });
  expect(dialog.textContent).toContain("This desktop shows no tray icons");
  await user.click(screen.getByRole("button", { name: "Quit" }));
  expect(main.called("app.confirmQuit")[0]).toEqual([true]);
});
