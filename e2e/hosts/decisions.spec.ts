// Real hosts through one day: a form and a link decided at the desk, a destructive call held by a rule and run with other
// arguments, Stopped, and the host's own time limit.
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { fakeBrowser } from "../support/browser.ts";
import type { Desk } from "../support/desk.ts";
import { startHostModel } from "./hostModel.ts";
import { codexHost, HOST_MS, opencodeHost } from "./realHosts.ts";
import type { RealHost, Run } from "./realHosts.ts";

/** Opens the row with these words. A host takes its time to start; one that ends instead says why. */
async function select(desk: Desk, words: string, { ended }: Run): Promise<void> {
  const gone = ended.then(({ output }) => Promise.reject(new Error(output)));
  const row = desk.rows().filter({ hasText: words });
  await Promise.race([row.click({ timeout: HOST_MS }), gone]);
}

/** Holds what says that it is destructive. */
const RULE = {
  id: "destructive",
  name: "Destructive calls",
  on: true,
  gate: "request" as const,
  when: "kind:tool-call destructive:yes server:asking",
  decide: "ask" as const,
  holds: { kind: "always" as const },
};

const HOSTS: [string, (baseUrl: string) => Promise<RealHost>][] = [
  ["Codex", codexHost],
  ["opencode", opencodeHost],
];

for (const [name, make] of HOSTS) {
  test(`${name}: a form, a link, a destructive call, Stopped and the host's limit @hosts`, async ({
    open,
    later,
    folder,
  }) => {
    test.setTimeout(10 * 60_000);
    const call = { tool: "ask_form", args: { question: "Which city?" } as Record<string, string> };
    const model = await startHostModel(call);
    later(() => model.close());
    const host = await make(model.baseUrl);
    const browser = await fakeBrowser(folder);
    const desk = await open({ profile: host.profile, env: browser.env });
    await host.wrap(desk);
    await desk.room("Inbox").click();
    /** The host ends its turn; what its model was told last. */
    const told = async ({ ended }: Run): Promise<string> => {
      expect((await ended).output).toContain("END");
      return JSON.stringify(model.seen.at(-1)?.body);
    };
    const start = (tool: string, args: Record<string, string>): Run => {
      Object.assign(call, { tool, args });
      return host.start();
    };

    const form = host.start();
    await select(desk, "Which city?", form);
    await expect(desk.review.getByText(host.claims).first()).toBeVisible();
    await desk.page.getByRole("textbox", { name: /city/ }).fill("Ulm");
    await desk.decide(desk.button("Submit"));
    expect(await told(form)).toContain("Ulm");

    const url = "http://127.0.0.1:9/sign-in";
    const link = start("open_page", { url });
    await select(desk, "Please look at this page.", link);
    await desk.decide(desk.button("Open in browser"));
    expect(await told(link)).toContain("accept");
    expect(await browser.pages()).toEqual([url]);

    await desk.do("rules.save", [RULE], (await desk.snapshot()).rules.revision);
    const held = start("delete_notes", { path: "everything" });
    await select(desk, "everything", held);
    await desk.page.getByRole("textbox", { name: /path/ }).fill("one note");
    await desk.decide(desk.button("Approve & run"));
    expect(await told(held)).toContain("deleted one note");

    await desk.do("desk.switch", "stopped");
    expect(await told(start("delete_notes", { path: "everything" }))).toContain(
      "Countersign is stopped",
    );
    await desk.do("desk.switch", "review");

    const wrapped = await readFile(host.file, "utf8");
    await writeFile(host.file, host.limited(wrapped, 4));
    expect(await readFile(host.file, "utf8")).not.toBe(wrapped);
    const late = start("delete_notes", { path: "too late" });
    await select(desk, "too late", late);
    expect(await told(late)).toContain("imed out");
    await expect(desk.review).toContainText("cancelled the call. The tool wasn’t run.");
    await writeFile(host.file, wrapped);

    const next = start("delete_notes", { path: "another" });
    await select(desk, "another", next);
    await desk.decide(desk.button("Approve & run"));
    expect(await told(next)).toContain("deleted another");
    await host.undo(desk);
  });
}
