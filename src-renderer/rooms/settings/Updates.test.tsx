// Updates: the question from the second start on, what is said of a new version, and what can be done about it.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { noUpdates } from "#shared/contract/updates.ts";
import type { FoundUpdate, UpdatesView } from "#shared/contract/updates.ts";
import { fail, ok } from "#shared/outcome.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import type { Settings } from "#shared/settings/settings.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, isOff, noButton } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

const from: UpdatesView = {
  ...noUpdates,
  host: "updates.test",
  by: "app",
  contact: "desk@updates.test",
  isLaterStart: true,
};
const found: FoundUpdate = {
  version: "9.8.7",
  page: "https://updates.test/9.8.7",
  state: "found",
  bytes: 100_000_000,
  doneBytes: 0,
};
const mainWith = (updates: UpdatesView, choice?: Settings["updates"]) =>
  new TestMain({
    snapshot: { updates, ...(choice && { settings: { ...defaultSettings, updates: choice } }) },
    answers: {
      "settings.set": (patch) => ok({ ...defaultSettings, ...patch }),
      "updates.look": () => ok(null),
      "updates.download": () => ok(null),
      "updates.install": () => fail({ kind: "update-waits", requests: 2, agents: 1 }),
    },
  });
const general = { screen: "settings", settingsPage: "general" } as const;
const TITLE = "Should Countersign look for updates?";
const asked = (): HTMLElement | null => screen.queryByText(TITLE);

test("asks once, from the second start on, and only in a build with a feed", async () => {
  for (const updates of [noUpdates, { ...from, host: null }, { ...from, isLaterStart: false }]) {
    const { close } = await openWindow(mainWith(updates));
    expect(asked()).toBeNull();
    close();
  }
  const main = mainWith(from);
  const { user, inMain } = await openWindow(main);
  expect(asked()?.parentElement?.textContent).toContain("from updates.test, over HTTPS");
  await user.click(button("Tell me about updates"));
  expect(main.called("settings.set")).toEqual([[{ updates: "tell" }]]);
  await inMain(() => main.set("settings", { ...defaultSettings, updates: "tell" }));
  expect(asked()).toBeNull();
});

test("offers to install only where Countersign can", { tags: ["long"] }, async () => {
  for (const by of ["package", "user"] as const) {
    const { close } = await openWindow(mainWith({ ...from, by }), general);
    expect(noButton("Install updates when I quit")).toBe(true);
    expect(screen.queryByRole("radio", { name: "Install updates when I quit" })).toBeNull();
    close();
  }
  const { user } = await openWindow(mainWith(from), general);
  expect(button("Install updates when I quit")).toBeDefined();
  await user.click(screen.getByRole("radio", { name: "Install updates when I quit" }));
});

test("says what was found on every screen, and downloads and installs it on request", async () => {
  const main = mainWith({ ...from, lookedAtMs: 1000, found }, "tell");
  const { user, inMain } = await openWindow(main);
  const told = screen.getByText("Countersign 9.8.7 is available.");
  await user.click(within(told.closest("[role=status]") as HTMLElement).getByText("Show"));
  await user.click(await screen.findByRole("button", { name: "Look now" }));
  expect(main.called("updates.look")).toHaveLength(1);
  await user.click(button("Download"));
  expect(main.called("updates.download")).toHaveLength(1);
  const set = (over: Partial<FoundUpdate>) =>
    inMain(() => main.set("updates", { ...from, lookedAtMs: 1000, found: { ...found, ...over } }));
  await set({ state: "downloading", doneBytes: 25_000_000 });
  expect(document.body.textContent).toContain("9.8.7: 25.0 MB of 100 MB");
  expect(isOff(button("Look now"))).toBe(true);
  await set({ state: "ready" });
  await user.click(button("Install and restart"));
  await screen.findByText("The update waits for 2 open requests.");
});

test(
  "says when it looked and that there is nothing newer, or what went wrong",
  { tags: ["long"] },
  async () => {
    const main = mainWith(from);
    const { inMain } = await openWindow(main, general);
    const text = (): string => document.body.textContent ?? "";
    expect(text()).toContain("Not looked yet.");
    await inMain(() => main.set("updates", { ...from, isLooking: true }));
    expect(text()).toContain("Looking…");
    await inMain(() => main.set("updates", { ...from, lookedAtMs: 1000 }));
    expect(text()).toMatch(/Last looked: Jan 1, 1970, \d\d:\d\d\. There is no newer version\./);
    const failure = { kind: "update-refused", why: "signature", detail: "" } as const;
    await inMain(() => main.set("updates", { ...from, lookedAtMs: 1000, failure }));
    expect(text()).toContain("The update feed isn’t signed by this build’s key.");
    expect(text()).toContain("Nothing was installed.");
    expect(text()).not.toContain("There is no newer version.");
  },
);
