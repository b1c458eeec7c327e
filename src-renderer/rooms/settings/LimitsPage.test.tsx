// The limits of all servers as a form: faults in both languages, and what main gets.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ok } from "#shared/outcome.ts";
import { defaultSettings } from "#shared/settings/defaults.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { TestMain } from "../../testing/testMain.ts";

test.each([
  { language: "en", label: "USD per day", fault: "At least 0.001." },
  { language: "zh", label: "每天美元", fault: "不得小于 0.001。" },
] as const)("reports invalid values, and sends valid ones: $language", async (words) => {
  const main = new TestMain({
    language: words.language,
    answers: { "settings.set": () => ok(defaultSettings) },
  });
  const { user } = await openWindow(main, { screen: "settings", settingsPage: "limits" });
  // The screen is loaded on demand.
  const dollars = await screen.findByLabelText(words.label, {}, { timeout: 15_000 });
  await user.type(dollars, "0{Enter}");
  expect(screen.getByText(words.fault)).toBeDefined();
  expect(main.called("settings.set")).toEqual([]);
  await user.type(dollars, ".5{Enter}");
  const { limits } = defaultSettings;
  const usd = { ...limits.budgets.usd, day: 0.5 };
  expect(main.called("settings.set")).toEqual([
    [{ limits: { ...limits, budgets: { ...limits.budgets, usd } } }],
  ]);
});
