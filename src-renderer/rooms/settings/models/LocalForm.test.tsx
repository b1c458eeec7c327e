// The settings of local models as a form: faults at their fields, and what main gets.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { LocalSettings, LocalView } from "#shared/models/local/local.ts";
import { openWindow } from "../../../testing/openWindow.tsx";
import { TestMain } from "../../../testing/testMain.ts";

const GB = 1024 ** 3;

async function open(settings: LocalSettings, language: "en" | "zh" = "en") {
  const local: LocalView = {
    models: [
      {
        modelId: "tiny",
        name: "Tiny",
        file: "tiny.gguf",
        from: "picked",
        facts: { bytes: GB, contextTokens: 8192, layers: 32, tools: false },
        settings,
      },
    ],
    machine: {
      totalBytes: 16 * GB,
      availableBytes: 8 * GB,
      threads: 4,
      cores: 8,
      devices: [{ name: "Vulkan", backend: "vulkan", bytes: GB }],
    },
    engine: { kind: "off" },
  };
  const main = new TestMain({
    language,
    snapshot: { local },
    answers: { "local.look": () => ok(null), "local.configure": () => ok(null) },
  });
  const { user } = await openWindow(main, { screen: "settings", settingsPage: "models" });
  const how = { name: /^(Run settings|运行设置)/ };
  // The screen is loaded on demand.
  await user.click(await screen.findByRole("button", how, { timeout: 15_000 }));
  return { main, user, dialog: within(screen.getByRole("dialog")) };
}

test(
  "reports each invalid field and sends nothing, until Enter sends valid values",
  { tags: ["long"] },
  async () => {
    const { main, user, dialog } = await open({ threads: 2, idleMinutes: 30 });
    const context = dialog.getByLabelText(/^Context/);
    const threads = dialog.getByLabelText("Threads");
    await user.type(context, "99999");
    await user.clear(threads);
    await user.type(threads, "1.5{Enter}");
    expect(dialog.getByText("Enter at most 8,192.")).toBeDefined();
    expect(dialog.getByText("Enter a whole number.")).toBeDefined();
    expect(threads.getAttribute("aria-invalid")).toBe("true");
    expect(main.called("local.configure")).toEqual([]);
    await user.clear(threads);
    expect(dialog.queryByText("Enter a whole number.")).toBeNull();
    await user.clear(context);
    await user.type(context, "4096{Enter}");
    expect(main.called("local.configure")).toEqual([
      ["tiny", { contextTokens: 4096, idleMinutes: 30 }],
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("returns to the defaults, which are empty", async () => {
  const { main, user, dialog } = await open({ threads: 2, idleMinutes: null, despiteMemory: true });
  await user.click(dialog.getByRole("button", { name: "Restore defaults" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(main.called("local.configure")).toEqual([["tiny", {}]]);
});

test("shows faults in Chinese", async () => {
  const { user, dialog } = await open({}, "zh");
  await user.type(dialog.getByLabelText("线程"), "0{Enter}");
  expect(dialog.getByText("至少 1。")).toBeDefined();
});
