// What a finding explains where the text alone would not show it.
import { expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { question, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

test.each([
  { language: "en", script: "Cyrillic" },
  { language: "zh", script: "西里尔文" },
] as const)("a domain that imitates another shows the odd letters, in $language", async (one) => {
  const main = new TestMain({ language: one.language });
  main.ask(question("Open https://p\u0430ypal.com/login and describe the page."));
  const { pass } = await openWindow(main);
  await pass(700);
  expect(says()).toContain(
    `p\u0430ypal.com ≈ paypal.com \u0430 U+0430 ${one.script} · xn--pypal-4ve.com`,
  );
});
