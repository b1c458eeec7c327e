// What a script in the window can do: ask. Main accepts a call in the user's name only after the system has reported a
// press, or a confirmation in main's own dialog.
import type { Page } from "playwright/test";
import { ruleSchema } from "../../../src-shared/rules/rule.ts";
import { expect, test } from "../../fixtures.ts";
import type { Desk } from "../../support/desk.ts";
import { press } from "../../support/press.ts";
import { question } from "../../support/puppet.ts";

/** Answers main's dialogs from now on, and keeps what they ask. */
async function answersMain({ app }: Desk, button: "cancel" | "go on"): Promise<void> {
  await app.evaluate(
    ({ dialog }, response) => {
      Reflect.set(globalThis, "askedByMain", []);
      dialog.showMessageBox = (...args: unknown[]) => {
        const { message, defaultId, cancelId } = args.at(-1) as Record<string, unknown>;
        const asked = Reflect.get(globalThis, "askedByMain") as unknown[];
        asked.push(defaultId === 0 && cancelId === 0 ? message : "Cancel is not the default");
        return Promise.resolve({ response, checkboxChecked: false });
      };
    },
    Number(button === "go on"),
  );
}
const askedOf = ({ app }: Desk): Promise<unknown> =>
  app.evaluate(() => Reflect.get(globalThis, "askedByMain") as unknown);

/** A call without a press: the result, or the kind of failure. */
const scripted = (page: Page, channel: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(
    async ([channel, args]) => {
      const invoke = window.desk.invoke as (...all: unknown[]) => Promise<Answer>;
      interface Answer {
        ok: boolean;
        value?: unknown;
        failure?: { kind: string };
      }
      const { ok, value, failure } = await invoke(channel, ...args);
      return ok ? value : failure?.kind;
    },
    [channel, args] as const,
  );

/** Uses up all earlier presses, so that main asks as at first. */
async function handsOff(desk: Desk): Promise<void> {
  const { page } = desk;
  const acts = async (): Promise<boolean> =>
    (await scripted(page, "desk.switch", "review")) !== "not-confirmed";
  await answersMain(desk, "cancel");
  while (await acts());
  await press(page);
  expect(await acts()).toBe(true);
}

test("a script in the window cannot decide, start or loosen anything", async ({
  openCall,
  puppet,
}) => {
  const { desk, server } = await openCall();
  const { page } = desk;
  const other = await puppet();
  const asks = server.ask(question("Hello"));
  await expect(desk.rows()).toHaveCount(1);
  const { id, revision, askedHash } = await desk.request();
  const { rules } = await desk.snapshot();
  const { command, args } = other.config;
  const endpoint = { kind: "stdio", command, args, cwd: null, env: [] };
  const input = { name: "Foreign", era: "legacy", endpoint };
  const allowing = ruleSchema.parse({ id: "all", name: "all", when: "", decide: "allow" });
  const base = { revision, hash: askedHash };
  const rejecting = { kind: "reject", tellServer: false };
  const calls = [
    ["Add servers?", () => scripted(page, "servers.add", [input])],
    ["Change the rules?", () => scripted(page, "rules.save", [allowing], rules.revision)],
    ["Switch to Rules mode?", () => scripted(page, "desk.switch", "rules")],
    ["Reject a request?", () => scripted(page, "desk.decide", id, base, rejecting)],
    [
      "Approve 0 and reject 1 requests?",
      () =>
        scripted(
          page,
          "desk.announce",
          [{ id, base, decision: { kind: "reject", tellServer: false } }],
          true,
        ),
    ],
  ] as const;
  for (const [message, call] of calls) {
    await handsOff(desk);
    await answersMain(desk, "cancel");
    expect([await call(), await call()]).toEqual(["not-confirmed", "not-confirmed"]);
    expect(await askedOf(desk)).toEqual([message]);
  }
  // The same through the buttons, which a script can press inside the window.
  const byHand = desk.button(/^Answer by hand/);
  const toRules = page.getByRole("radio", { name: "Rules", exact: true });
  for (const [message, button] of [
    ["Answer a request by hand?", byHand],
    ["Switch to Rules mode?", toRules],
  ] as const) {
    await handsOff(desk);
    await answersMain(desk, "cancel");
    await expect(button).toBeEnabled();
    await button.evaluate((element) => (element as HTMLElement).click());
    await expect(page.getByText("You didn’t confirm this.").first()).toBeVisible();
    expect(await askedOf(desk)).toEqual([message]);
  }
  const after = await desk.snapshot();
  expect({
    stored: after.servers.filter(({ source }) => source === "stored"),
    rules: after.rules.rules,
    position: after.desk.masterSwitch,
    phase: after.requests[0]?.phase.kind,
    sent: server.answersTo(asks.id),
  }).toEqual({ stored: [], rules: [], position: "review", phase: "request", sent: [] });

  // Confirmed calls are done, each separately: the command starts only after its own confirmation.
  await handsOff(desk);
  await answersMain(desk, "go on");
  await scripted(page, "servers.add", [input]);
  await desk.serverIs("Foreign", "needs-confirmation");
  const { id: foreign, state } = await desk.server("Foreign");
  const hash = state.kind === "needs-confirmation" ? state.hash : "";
  await handsOff(desk);
  await answersMain(desk, "cancel");
  expect(await scripted(page, "servers.confirm", foreign, hash)).toBe("not-confirmed");
  expect(other.starts).toBe(0);
  await handsOff(desk);
  await answersMain(desk, "go on");
  await scripted(page, "servers.confirm", foreign, hash);
  expect(await askedOf(desk)).toEqual(["Approve a server’s command or address?"]);
  await desk.serverIs("Foreign", "connected");
  expect(other.starts).toBe(1);

  // Stopping and a real click need no confirmation.
  await answersMain(desk, "cancel");
  expect(await scripted(page, "desk.switch", "stopped")).toBeNull();
  await desk.do("desk.switch", "review");
  await desk.answerByHand("By a real hand");
  await expect.poll(() => server.answersTo(asks.id).length).toBe(1);
  expect(await askedOf(desk)).toEqual([]);
});
