// Forms and links of third-party servers: the reference server, and FastMCP.
import path from "node:path";
import { cacheDir } from "../../../scripts/setup/paths.mjs";
import { expect, test } from "../../fixtures.ts";
import { fakeBrowser } from "../../support/browser.ts";
import { everythingScript } from "../../support/httpServers.ts";
import { projectNode, projectRoot } from "../../support/paths.ts";

const URL = "http://127.0.0.1:9/page";

test("server-everything: a form, a link, and a link required by its call @long", async ({
  open,
  folder,
}) => {
  const browser = await fakeBrowser(folder);
  const desk = await open({
    servers: { everything: { command: projectNode, args: [everythingScript, "stdio"] } },
    env: browser.env,
  });
  const form = await desk.start("everything", "trigger-elicitation-request");
  await desk.room("Inbox").click();
  await desk.rows().first().click();
  await desk.page
    .getByRole("textbox", { name: /^String/ })
    .first()
    .fill("Ada Lovelace");
  await desk.decide(desk.button("Submit"));
  expect(await desk.resultOf(form)).toContain("Ada Lovelace");

  const link = await desk.start("everything", "trigger-url-elicitation", { url: URL });
  await desk.select("Please open the link");
  await desk.decide(desk.button("Open in browser"));
  expect(await desk.resultOf(link)).toContain("User completed the URL elicitation flow");
  await expect.poll(browser.pages).toEqual([URL]);

  const args = { url: URL, errorPath: true };
  const first = await desk.start("everything", "trigger-url-elicitation", args);
  await desk.select("Open this link to satisfy the prerequisite");
  await desk.decide(desk.button("Decline"));
  expect(await desk.ended(first)).toMatchObject({
    failure: { kind: "run-not-repeated", because: "rejected" },
  });
  expect(await browser.pages()).toHaveLength(1);
});

test("FastMCP 3: a form from its model, and a link whose completion is reported @long", async ({
  open,
  folder,
}) => {
  const browser = await fakeBrowser(folder);
  const desk = await open({
    servers: {
      fast: {
        command: path.join(cacheDir, "interop/fastmcp3/bin/python"),
        args: [path.join(projectRoot, "e2e/interop/servers/fastmcp3/server.py"), "stdio"],
      },
    },
    env: browser.env,
  });
  const form = await desk.start("fast", "form", { prompt: "Which city?" });
  await desk.room("Inbox").click();
  await desk.select("Which city?");
  await desk.page.getByRole("textbox", { name: /name/i }).fill("北京");
  await desk.page
    .getByLabel(/people/i)
    .last()
    .fill("22");
  await desk.decide(desk.button("Submit"));
  expect(await desk.resultOf(form)).toBe("北京 has 22");

  const link = await desk.start("fast", "link", { prompt: "Sign in.", url: URL });
  await desk.select("Sign in.");
  await desk.decide(desk.button("Open in browser"));
  expect(await desk.resultOf(link)).toBe("accept");
  await expect.poll(browser.pages).toEqual([URL]);
  await expect
    .poll(async () => {
      const request = await desk.request(({ proposed }) => proposed?.["mode"] === "url");
      return request.timeline.map(({ kind }) => kind);
    })
    .toContain("completed");
});
