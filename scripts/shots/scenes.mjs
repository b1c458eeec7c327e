// The scenes of the screenshots: each brings the real app into states and names them. Servers are real, texts are
// realistic; where a model's output must stay the same, a scripted one is used.
import { launch, removeFolder } from "../../e2e/support/app.ts";
import { Desk } from "../../e2e/support/desk.ts";
import { everythingScript } from "../../e2e/support/httpServers.ts";
import { projectNode } from "../../e2e/support/paths.ts";
import { question } from "../../e2e/support/puppet.ts";
import { answersStatus, neverEnds, streamsText } from "../../e2e/support/scriptedModel.ts";
import { agents } from "./agents.mjs";
import { elicitation } from "./elicitation.mjs";
import { toolCall } from "./toolCall.mjs";
import { operator } from "./operator.mjs";
import { programs } from "./programs.mjs";
import { record } from "./record.mjs";
import { setup } from "./setup.mjs";
import { enabled, gate1, gate2, onStage } from "./stage.mjs";
import { SUMMARY } from "./texts.mjs";

/** @type {import("./stage.mjs").Scene[]} */
export const scenes = [
  {
    shows: ["first-run", "demo-done"],
    play: async (shot) => {
      const running = await launch();
      const desk = new Desk(running);
      await desk.ready();
      await desk.button(/^Run the demo/).waitFor();
      await shot(desk, "first-run");
      await desk.button(/^Run the demo/).click();
      await desk.answerByHand("Paris.");
      await desk.button("See it in History").waitFor();
      await shot(desk, "demo-done");
      await desk.close();
      await removeFolder(running.profile);
    },
  },
  {
    shows: ["demo-gate1", "demo-gate2"],
    play: (shot) =>
      onStage(async ({ desk, model }) => {
        await desk.useModels(model.baseUrl, "Ollama");
        await desk.do("demo.run", "ask");
        await desk.rows().first().click();
        await desk.message(1).waitFor();
        await enabled(desk);
        await shot(desk, "demo-gate1");
        await desk.decide(desk.approve);
        await desk.request(({ phase }) => phase.kind === "response");
        await enabled(desk);
        await shot(desk, "demo-gate2");
      }),
  },
  {
    shows: ["gate1", "gate1-find", "gate1-json", "gate1-diff", "gate1-reject", "generating"],
    play: (shot) =>
      onStage(async (stage) => {
        const { desk, model } = stage;
        await gate1(stage);
        await shot(desk, "gate1");
        await desk.page.keyboard.press("Control+F");
        await desk.page.keyboard.type("export");
        await shot(desk, "gate1-find");
        await desk.page.keyboard.press("Escape");
        await desk.view("JSON").click();
        await desk.jsonEditor.waitFor();
        await shot(desk, "gate1-json");
        await desk.view("Blocks").click();
        await desk.write(
          desk.systemPrompt,
          "You condense meeting notes into decisions, open points and owners.",
        );
        await desk.view("Diff").click();
        await desk.page.locator(".monaco-diff-editor").first().waitFor();
        await shot(desk, "gate1-diff");
        await desk.view("Blocks").click();
        await desk.decide(desk.reject);
        await shot(desk, "gate1-reject");
        await desk.page.keyboard.press("Escape");
        model.answers(neverEnds(SUMMARY.slice(0, 6)));
        await desk.decide(desk.approve);
        await desk.review.getByText("eu-north-1").first().waitFor();
        await shot(desk, "generating");
      }),
  },
  {
    shows: [
      "gate2",
      "gate2-edited",
      "gate2-diff",
      "gate2-json",
      "gate2-candidates",
      "ended-replied",
    ],
    play: (shot) =>
      onStage(async (stage) => {
        const { desk } = stage;
        await gate2(stage);
        await shot(desk, "gate2");
        await desk.write(desk.answer, `${SUMMARY.join("")}\n- Retention: 400 days, confirmed.`);
        await shot(desk, "gate2-edited");
        await desk.view("Diff").click();
        await desk.page.locator(".monaco-diff-editor").first().waitFor();
        await shot(desk, "gate2-diff");
        await desk.view("JSON").click();
        await desk.jsonEditor.waitFor();
        await shot(desk, "gate2-json");
        await desk.view("Blocks").click();
        stage.model.answers(streamsText(["**Decisions**\n- A shorter answer."]));
        await desk.decide(desk.button(/^Regenerate/));
        await desk.page.getByRole("tab", { name: /^2\b/ }).waitFor();
        await shot(desk, "gate2-candidates");
        await desk.decide(desk.approve);
        await desk.request(({ phase }) => phase.kind === "ended");
        await shot(desk, "ended-replied");
      }),
  },
  {
    shows: ["ended-rejected", "ended-cancelled", "ended-refused", "model-failed", "odd-request"],
    play: (shot) =>
      onStage(async (stage) => {
        const { desk, puppet, model } = stage;
        const { asked } = await gate1(stage);
        model.answers(
          answersStatus(429, { error: { message: "Rate limit reached for requests" } }),
        );
        await desk.decide(desk.approve);
        await desk.review.getByText("accepts no more requests").first().waitFor();
        await shot(desk, "model-failed");
        await desk.rejectNow("These notes are not for a model.");
        await asked.answer;
        await shot(desk, "ended-rejected");
        const second = puppet.ask(question("Which regions does the export API support?"));
        await desk.select("Which regions");
        puppet.cancel(second.id, "took too long");
        await desk.request(
          ({ phase }) => phase.kind === "ended" && phase.ending.kind === "cancelled",
        );
        await shot(desk, "ended-cancelled");
        const use = { type: "tool_use", id: "call_1", name: "lookup", input: { city: "Lisbon" } };
        const tools = [{ name: "lookup", inputSchema: { type: "object" } }];
        await puppet.ask({ messages: [{ role: "assistant", content: use }], maxTokens: 5, tools })
          .answer;
        await desk
          .rows()
          .filter({ has: desk.page.getByRole("img", { name: "Refused" }) })
          .click();
        await shot(desk, "ended-refused");
        puppet.ask({
          messages: [
            { role: "narrator", content: { type: "hologram", depth: 3 } },
            {
              role: "user",
              content: { type: "text", text: "Ignore\u202E this\u202C and\u200B that." },
            },
          ],
          maxTokens: 50,
          includeContext: "everything",
        });
        await desk.select("Ignore");
        await shot(desk, "odd-request");
      }),
  },
  {
    shows: ["thread", "image", "workbench", "workbench-result"],
    play: (shot) =>
      onStage(async ({ desk, model }) => {
        await desk.connectAll();
        await desk.useModels(model.baseUrl, "Ollama");
        const run = await desk.do("demo.run", "describe_image");
        await desk.approve.waitFor();
        await shot(desk, "image");
        await desk.room("Workbench").click();
        await desk.page.getByRole("main").getByText("describe_image").first().click();
        await shot(desk, "workbench");
        await desk.room("Inbox").click();
        await desk.answerByHand("A small house with a red roof under an evening sun.");
        await desk.ended(run);
        await desk.room("Workbench").click();
        await shot(desk, "workbench-result");
        await desk.do("demo.run", "plan_trip");
        await desk.room("Inbox").click();
        await desk.select("Plan 3 days");
        await desk.button(/^Answer by hand/).waitFor();
        await shot(desk, "thread");
      }),
  },
  {
    shows: [
      "inbox-waiting",
      "servers",
      "confirm",
      "server-form",
      "paste",
      "stopped",
      "palette",
      "palette-found",
      "keys",
      "quit",
    ],
    play: (shot) =>
      onStage(
        async ({ desk, puppet }) => {
          await shot(desk, "inbox-waiting");
          await desk.room("Servers").click();
          await desk.button("Review command…").click();
          await desk.page.getByRole("dialog").waitFor();
          await shot(desk, "confirm");
          await desk.page.keyboard.press("Escape");
          await desk.confirmAll();
          await desk.serverIs("notes-local", "connected");
          await desk.serverIs("broken", "failed");
          await desk.button("broken").click();
          await shot(desk, "servers");
          await desk.button("Add server…").first().click();
          await shot(desk, "server-form");
          await desk.page.keyboard.press("Escape");
          await desk.button("Import…").click();
          await desk.button("Paste config…").click();
          await shot(desk, "paste");
          await desk.page.keyboard.press("Escape");
          await desk.start("notes-local", "work");
          await puppet.called();
          for (const words of [
            "Write a commit message for this patch.",
            "Does the webhook retry after a 429?",
            "Scale this recipe for nine people.",
          ]) {
            puppet.ask(question(words));
          }
          await desk.room("Inbox").click();
          await desk.rows().nth(2).waitFor();
          await desk.page.keyboard.press("Control+K");
          await shot(desk, "palette");
          await desk.page.keyboard.type("re");
          await shot(desk, "palette-found");
          await desk.page.keyboard.press("Escape");
          await desk.page.keyboard.press("?");
          await shot(desk, "keys");
          await desk.page.keyboard.press("Escape");
          await desk.app.evaluate(({ app }) => app.quit());
          await desk.page.getByRole("alertdialog").waitFor();
          await shot(desk, "quit");
          await desk.button("Cancel").click();
          await desk.page.getByRole("radio", { name: "Stopped" }).click();
          await shot(desk, "stopped");
        },
        {
          more: {
            everything: { command: projectNode, args: [everythingScript, "stdio"] },
            broken: {
              command: projectNode,
              args: ["-e", "console.error('no licence found'); process.exit(42)"],
              env: { API_TOKEN: "secret-value" },
            },
            remote: { type: "http", url: "http://127.0.0.1:9/mcp" },
          },
        },
      ),
  },
  {
    shows: ["settings", "models", "provider"],
    play: (shot) =>
      onStage(async ({ desk, model }) => {
        await desk.connectAll();
        await desk.useModels(model.baseUrl, "Ollama");
        await desk.do("models.addProvider", {
          name: "Away",
          baseUrl: "http://127.0.0.1:9/v1",
          key: "sk-not-a-real-key-1234",
        });
        await desk.room("Settings").click();
        await desk.page.locator("h1").first().waitFor();
        await shot(desk, "settings");
        await desk.page.getByRole("main").getByText("Models", { exact: true }).first().click();
        await shot(desk, "models");
        await desk
          .button(/^Add (a )?provider/)
          .first()
          .click();
        await desk.page.getByRole("dialog").waitFor();
        await shot(desk, "provider");
      }),
  },
  ...record,
  ...operator,
  ...elicitation,
  ...toolCall,
  ...programs,
  ...agents,
  ...setup,
];
