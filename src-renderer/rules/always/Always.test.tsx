// A rule from a request: what the person did again and again is offered, and holds only where it is ticked.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ruleSchema } from "../../../src-shared/policy/rules/rule.ts";
import { ok } from "../../../src-shared/outcome.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { decide, question } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

const system = { from: "You are a helpful assistant.", to: "Answer in one sentence." };

test("an edit that was made three times can become the rule's own", async () => {
  const main = new TestMain({
    answers: {
      "rules.propose": () =>
        ok({
          rule: ruleSchema.parse({ id: "r", name: "notes", decide: "allow", when: "server:notes" }),
          server: { id: "srv", name: "notes" },
          parts: [{ kind: "server", text: "server:notes" }],
          ...{ matches: [], misses: [], matched: 0, exactly: "0".repeat(64) },
          edit: { system, times: 3 },
        }),
      "rules.save": () => ok(1),
    },
  });
  const { sample } = main.ask(question("Summarise the election", { systemPrompt: system.from }));
  const opened = await openWindow(main, { sampleId: sample.id });
  await opened.arm();
  await opened.user.keyboard("a");
  const name = "Always for requests like this";
  const always = within(await screen.findByRole("dialog", { name }, { timeout: 15_000 }));
  await opened.user.click(
    await always.findByRole("checkbox", {
      name: /^Replace the system prompt, as you did 3 times/,
    }),
  );
  await decide(opened, () => always.getByRole("button", { name: "Save rule" }));
  const [[rules] = []] = main.called("rules.save");
  expect(rules).toMatchObject([{ decide: "allow", changes: { system } }]);
});
